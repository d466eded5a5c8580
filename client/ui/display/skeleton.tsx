import type { ReactNode } from 'react';
import { cx } from '#client/ui/cx.ts';

/** A grey stand-in for something that loads; give it the size of what will come, so that nothing moves. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden className={cx('base:h-4 animate-shimmer base:rounded-control bg-ink/8', className)} />
  );
}

/** Skeletons that load together, announced once. */
export function SkeletonGroup({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">Loading...</span>
      {children}
    </div>
  );
}
