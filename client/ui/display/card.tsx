import { useId, type ComponentProps, type ReactNode } from 'react';
import { cx } from '#client/ui/cx.ts';
import { Skeleton } from './states.tsx';

/** A container that groups related content. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return (
    <section
      className={cx(
        'min-w-0 overflow-clip rounded-card border border-line bg-surface shadow-card',
        className,
      )}
      {...rest}
    />
  );
}

/** The header of a card: a CardTitle and an optional caption or action. */
export function CardHeader({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      className={cx(
        'flex flex-wrap items-center justify-between gap-x-4 base:gap-y-1 px-5 pt-5 text-sm text-ink-3',
        className,
      )}
      {...rest}
    />
  );
}

/** The heading of a card. */
export function CardTitle({ className, children, ...rest }: ComponentProps<'h2'>) {
  return (
    <h2 className={cx('text-md font-semibold text-ink', className)} {...rest}>
      {children}
    </h2>
  );
}

/** The padded content of a card. */
export function CardBody({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cx('base:p-5', className)} {...rest} />;
}

/** The footer of a card: totals or actions. */
export function CardFooter({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      className={cx(
        'flex flex-wrap items-center base:gap-3 border-t border-line bg-sunken px-5 py-4',
        className,
      )}
      {...rest}
    />
  );
}

interface StatCardProps {
  /** The accessible name of the value. */
  label: string;
  value: ReactNode;
  caption?: ReactNode;
  loading?: boolean;
  className?: string;
}

/** A card with one number, its label and an optional caption. */
export function StatCard({ label, value, caption, loading = false, className }: StatCardProps) {
  const id = useId();
  return (
    <Card role="group" aria-labelledby={id} aria-busy={loading || undefined} className={cx('p-5', className)}>
      <p id={id} className="text-sm text-ink-2">
        {label}
      </p>
      <div className="mt-1.5 flex min-h-9.5 items-center text-figure font-semibold">
        {loading ? <Skeleton className="h-7 w-28" /> : value}
      </div>
      {caption !== undefined && (
        <div className="mt-1.5 min-h-4.5 text-sm text-ink-3">
          {loading ? <Skeleton className="h-4.5 w-40" /> : caption}
        </div>
      )}
    </Card>
  );
}
