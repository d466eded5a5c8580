import { cx } from '#client/ui/cx.ts';

interface ProgressProps {
  /** The accessible name. */
  label: string;
  /** The progress, of `max`; `undefined` if indeterminate. */
  value?: number | undefined;
  max?: number;
  /** The text of the value, for example "412 of 1,000 delivered". */
  valueText?: string;
  className?: string;
}

/** A progress bar. */
export function Progress({ label, value, max = 100, valueText, className }: ProgressProps) {
  const share = value === undefined || max <= 0 ? 0 : Math.min(1, Math.max(0, value / max));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={valueText}
      className={cx('base:h-1.5 w-full overflow-hidden rounded-full bg-chart-rest', className)}
    >
      {value === undefined ? (
        <div className="h-full w-1/3 animate-sweep rounded-full bg-accent" />
      ) : (
        <div
          className="h-full w-full origin-left bg-accent transition-transform"
          style={{ transform: `scaleX(${String(share)})` }}
        />
      )}
    </div>
  );
}
