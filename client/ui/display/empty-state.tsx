import type { ReactNode } from 'react';
import { cx } from '#client/ui/cx.ts';
import { Icon, type IconType } from '#client/ui/icon.tsx';

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
