import type { ReactNode } from 'react';
import { cx } from '#client/ui/cx.ts';

/** A spinner. It is hidden from screen readers: render a text beside it. */
export function Spinner({ size = 16, className }: { size?: number; className?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      aria-hidden
      className={cx('shrink-0 animate-spin', className)}
    >
      <circle cx="8" cy="8" r="6.25" stroke="currentColor" strokeOpacity="0.25" strokeWidth="2" />
      <path d="M14.25 8A6.25 6.25 0 0 0 8 1.75" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}

interface BarProps {
  /** The accessible name. */
  label: string;
  /** The text of the value, for example "412 of 1,000 delivered". */
  valueText?: string | undefined;
  className?: string | undefined;
}

interface ProgressProps extends BarProps {
  /** The progress, of `max`; `undefined` if indeterminate. */
  value?: number | undefined;
  max?: number;
}

/** A progress bar. */
export function Progress({ value, max = 100, ...rest }: ProgressProps) {
  const share = value === undefined || max <= 0 ? 0 : Math.min(1, Math.max(0, value / max));
  return (
    <Bar role="progressbar" value={value} max={max} {...rest}>
      {value === undefined ? (
        <div className="h-full w-1/3 animate-sweep rounded-full bg-accent" />
      ) : (
        <div
          className="h-full w-full origin-left bg-accent transition-transform"
          style={{ transform: `scaleX(${String(share)})` }}
        />
      )}
    </Bar>
  );
}

interface MeterProps extends BarProps {
  valueText: string;
  available: number;
  held: number;
  /** The value of the full width, for example monthly credits. At least `available + held`. */
  total?: number;
}

/** A meter of available (solid) and held (hatched) credits out of a total. */
export function Meter({ available, held, total = 0, ...rest }: MeterProps) {
  const whole = Math.max(total, available + held, 1);
  const percent = (part: number) => `${String((Math.max(0, part) / whole) * 100)}%`;
  return (
    <Bar role="meter" value={available} max={whole} {...rest}>
      <div className="bg-accent" style={{ width: percent(available) }} />
      <div className="hatched" style={{ width: percent(held) }} />
    </Bar>
  );
}

interface BarOptions extends BarProps {
  role: 'progressbar' | 'meter';
  value: number | undefined;
  max: number;
  children: ReactNode;
}

function Bar({ role, label, value, max, valueText, className, children }: BarOptions) {
  return (
    <div
      role={role}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={valueText}
      className={cx('flex base:h-1.5 w-full overflow-hidden rounded-full bg-chart-rest', className)}
    >
      {children}
    </div>
  );
}
