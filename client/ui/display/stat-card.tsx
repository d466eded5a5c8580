import { useId, type ReactNode } from 'react';
import { Card } from './card.tsx';
import { cx } from '#client/ui/cx.ts';
import { Skeleton } from './skeleton.tsx';

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
