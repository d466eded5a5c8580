import { useId, type ReactNode } from 'react';
import { Card } from './card.tsx';
import { cx } from './cx.ts';
import { Skeleton } from './skeleton.tsx';

interface FigureProps {
  /** What the value counts. */
  label: string;
  value: ReactNode;
  caption?: ReactNode;
  loading?: boolean;
  className?: string;
}

/** One number on a card, with what it counts and what to make of it. */
export function Figure({ label, value, caption, loading = false, className }: FigureProps) {
  const id = useId();
  return (
    <Card role="group" aria-labelledby={id} aria-busy={loading || undefined} className={cx('p-5', className)}>
      <p id={id} className="text-sm text-ink-2">
        {label}
      </p>
      {loading ? (
        <Skeleton className="mt-3 mb-2.5 h-7 w-28" />
      ) : (
        <p className="mt-1.5 text-figure font-semibold">{value}</p>
      )}
      {loading ? (
        caption !== undefined && <Skeleton className="mt-1.5 h-3.5 w-40" />
      ) : (
        <div className="mt-1.5 min-h-4.5 text-sm text-ink-3 empty:hidden">{caption}</div>
      )}
    </Card>
  );
}
