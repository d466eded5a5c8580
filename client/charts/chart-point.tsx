import { TooltipWithBounds } from '@visx/tooltip';

/** What a chart says of one of its points. */
export interface PointText {
  title: string;
  rows: readonly PointRow[];
}

interface PointRow {
  name: string;
  value: string;
  /** The class of the colour that stands for it in the chart. */
  colour?: string | undefined;
}

/** Says a point in one sentence, for a screen reader. */
function sentenceOf({ title, rows }: PointText): string {
  return `${title}: ${rows.map(({ name, value }) => `${name} ${value}`).join(', ')}`;
}

interface ChartPointProps {
  text: PointText | undefined;
  /** Where the tooltip points to, in pixels of the chart. */
  left: number;
  top: number;
  announced: boolean;
}

/** The tooltip of the active point, and its announcement. It keeps within the chart. */
export function ChartPoint({ text, left, top, announced }: ChartPointProps) {
  return (
    <>
      <span className="sr-only" aria-live="polite">
        {announced && text !== undefined && sentenceOf(text)}
      </span>
      {text !== undefined && (
        // A new key measures the new text.
        <TooltipWithBounds
          key={text.title}
          unstyled
          applyPositionStyle
          left={left}
          top={top}
          aria-hidden
          className="pointer-events-none z-10 w-max max-w-60 rounded-control border border-line bg-surface px-3 py-2 text-sm shadow-float"
        >
          <p className="font-medium">{text.title}</p>
          {text.rows.map(({ name, value, colour }) => (
            <p key={name} className="flex items-center gap-2 text-ink-2">
              {colour !== undefined && <span className={`size-2.5 shrink-0 rounded-full ${colour}`} />}
              <span className="mr-2 grow">{name}</span>
              <span className="font-medium text-ink tabular-nums">{value}</span>
            </p>
          ))}
        </TooltipWithBounds>
      )}
    </>
  );
}
