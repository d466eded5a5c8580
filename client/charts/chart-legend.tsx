import { cx } from '#client/ui/cx.ts';

interface LegendEntry {
  name: string;
  /** The class that draws the swatch. */
  className: string;
}

/** What the colours and patterns of a chart stand for. */
export function ChartLegend({ entries }: { entries: readonly LegendEntry[] }) {
  return (
    <ul className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-sm text-ink-2">
      {entries.map(({ name, className }) => (
        <li key={name} className="flex items-center gap-2">
          <span aria-hidden className={cx('size-2.5 shrink-0 rounded-full', className)} />
          {name}
        </li>
      ))}
    </ul>
  );
}
