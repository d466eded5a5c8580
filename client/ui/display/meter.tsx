import { cx } from '#client/ui/cx.ts';

interface MeterProps {
  /** The accessible name. */
  label: string;
  available: number;
  held: number;
  /** The value of the full width, for example monthly credits. At least `available + held`. */
  total?: number;
  valueText: string;
  className?: string;
}

/** A meter of available (solid) and held (hatched) credits out of a total. */
export function Meter({ label, available, held, total = 0, valueText, className }: MeterProps) {
  const whole = Math.max(total, available + held, 1);
  const percent = (part: number) => `${String((Math.max(0, part) / whole) * 100)}%`;
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={whole}
      aria-valuenow={available}
      aria-valuetext={valueText}
      className={cx('flex h-1.5 w-full overflow-hidden rounded-full bg-chart-rest', className)}
    >
      <div className="bg-accent" style={{ width: percent(available) }} />
      <div className="hatched" style={{ width: percent(held) }} />
    </div>
  );
}
