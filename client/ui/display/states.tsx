import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/controls/button.tsx';
import { cx } from '#client/ui/cx.ts';
import { Icon, type IconType } from '#client/ui/icon.tsx';

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

interface EmptyStateProps {
  icon: IconType;
  title: string;
  /** Renders the title as the heading of the page. */
  isPage?: boolean;
  /** The suggested next step. */
  text?: ReactNode;
  action?: ReactNode;
  className?: string;
}

/** The message of an empty list or page, with an optional action. */
export function EmptyState({ icon, title, isPage = false, text, action, className }: EmptyStateProps) {
  const Title = isPage ? 'h1' : 'p';
  return (
    <div className={cx('flex flex-col items-center base:px-6 base:py-12 text-center', className)}>
      <span className="grid size-12 place-items-center rounded-full bg-accent-soft text-accent">
        <Icon icon={icon} size={21} />
      </span>
      <Title className="mt-4 text-md font-semibold">{title}</Title>
      {text !== undefined && <p className="mt-1 max-w-88 text-base text-balance text-ink-2">{text}</p>}
      {action !== undefined && <div className="mt-5 flex flex-wrap justify-center gap-2.5">{action}</div>}
    </div>
  );
}

interface LoadErrorProps {
  onRetry: () => void;
  busy?: boolean;
  text?: string;
  className?: string;
}

/** The message of a failed request, with a Retry button. */
export function LoadError({
  onRetry,
  busy = false,
  text = 'This could not be loaded.',
  className,
}: LoadErrorProps) {
  return (
    <p
      role="status"
      className={cx('flex flex-wrap items-center base:justify-center gap-x-1 text-sm text-ink-3', className)}
    >
      <span>{text}</span>
      <Button variant="ghost" size="sm" icon={RotateCw} busy={busy} onClick={onRetry}>
        Retry
      </Button>
    </p>
  );
}
