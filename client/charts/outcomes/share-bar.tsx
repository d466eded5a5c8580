import { formatNumber } from '#shared/formats.ts';
import { cx } from '#client/ui/cx.ts';
import { Skeleton } from '#client/ui/display/states.tsx';

interface Share {
  name: string;
  value: number;
  /** The class that sets the colour. */
  colorClass: string;
}

/** A stacked bar with a legend. The bar is decorative: the legend contains all values. */
export function ShareBar({
  label,
  shares,
  loading = false,
}: {
  label: string;
  shares: readonly Share[];
  loading?: boolean;
}) {
  const shown = loading ? [] : shares.filter(({ value }) => value > 0);
  return (
    <figure aria-label={label}>
      <div aria-hidden className="flex h-2.5 gap-0.5 overflow-hidden rounded-full bg-chart-rest">
        {shown.map(({ name, value, colorClass }) => (
          <div
            key={name}
            className={cx('min-w-1 transition-[flex-grow]', colorClass)}
            style={{ flexGrow: value, flexBasis: 0 }}
          />
        ))}
      </div>
      <figcaption>
        <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-2">
          {shares.map(({ name, value, colorClass }) => (
            <div key={name} className="flex items-center gap-2">
              <span aria-hidden className={cx('size-2.5 rounded-full', colorClass)} />
              <dt className="text-sm text-ink-2">{name}</dt>
              <dd className="font-semibold">
                {loading ? <Skeleton className="w-8" /> : formatNumber(value)}
              </dd>
            </div>
          ))}
        </dl>
      </figcaption>
    </figure>
  );
}
