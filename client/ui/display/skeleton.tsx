import type { ReactNode } from 'react';
import { cx } from '#client/ui/cx.ts';

/** The placeholder of loading content. Give it the size of the content to avoid layout shifts. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden className={cx('base:h-4 animate-shimmer base:rounded-control bg-ink/8', className)} />
  );
}

/** A group of skeletons, announced once. */
export function SkeletonGroup({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">Loading...</span>
      {children}
    </div>
  );
}
