import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { besidePoint } from './chart-layout.ts';

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
        <Tooltip left={left} top={top}>
          <p className="font-medium">{text.title}</p>
          {text.rows.map(({ name, value, colour }) => (
            <p key={name} className="flex items-center gap-2 text-ink-2">
              {colour !== undefined && <span className={`size-2.5 shrink-0 rounded-full ${colour}`} />}
              <span className="mr-2 grow">{name}</span>
              <span className="font-medium text-ink tabular-nums">{value}</span>
            </p>
          ))}
        </Tooltip>
      )}
    </>
  );
}

/** Stands beside a point of the chart that contains it. */
function Tooltip({ left, top, children }: Pick<ChartPointProps, 'left' | 'top'> & { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  // Each text has another size.
  useLayoutEffect(() => {
    const size = box.current?.getBoundingClientRect();
    const room = box.current?.parentElement?.getBoundingClientRect();
    if (size === undefined || room === undefined) return;
    const x = besidePoint(left, size.width, room.width);
    const y = besidePoint(top, size.height, room.height);
    box.current?.style.setProperty('transform', `translate(${String(x)}px, ${String(y)}px)`);
  });
  return (
    <div
      ref={box}
      data-tooltip
      aria-hidden
      className="pointer-events-none absolute top-0 left-0 z-10 w-max max-w-60 rounded-control border border-line bg-surface px-3 py-2 text-sm shadow-float"
    >
      {children}
    </div>
  );
}
