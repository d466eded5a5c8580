import type { ReactNode } from 'react';
import { cx } from '#client/ui/cx.ts';

interface PageHeaderProps {
  title: ReactNode;
  text?: ReactNode;
  actions?: ReactNode;
  className?: string;
}

/** The heading of a page. Each page has exactly one; it is focused after a navigation. */
export function PageHeader({ title, text, actions, className }: PageHeaderProps) {
  return (
    <header className={cx('flex flex-wrap items-end justify-between gap-x-6 gap-y-4', className)}>
      <div className="min-w-0">
        <h1 tabIndex={-1} className="text-2xl font-semibold wrap-anywhere">
          {title}
        </h1>
        {text !== undefined && <p className="mt-1.5 text-base text-ink-2">{text}</p>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap gap-2.5">{actions}</div>}
    </header>
  );
}
