import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '#client/ui/cx.ts';
import { Icon, type IconType } from '#client/ui/icon.tsx';

export type NoticeTone = 'info' | 'delivered' | 'waiting' | 'failed';

const STYLES: Record<NoticeTone, { icon: IconType; background: string; iconColor: string }> = {
  info: { icon: Info, background: 'bg-running-soft', iconColor: 'text-running' },
  delivered: { icon: CircleCheck, background: 'bg-delivered-soft', iconColor: 'text-delivered' },
  waiting: { icon: TriangleAlert, background: 'bg-waiting-soft', iconColor: 'text-waiting' },
  failed: { icon: CircleAlert, background: 'bg-failed-soft', iconColor: 'text-failed' },
};

interface NoticeProps {
  tone: NoticeTone;
  title?: string;
  children?: ReactNode;
  /** Rendered at the end, for example a Button. */
  action?: ReactNode;
  className?: string;
}

/** A persistent message. It is a live region: assertive for failures, polite otherwise. */
export function Notice({ tone, title, children, action, className }: NoticeProps) {
  const { icon, background, iconColor } = STYLES[tone];
  return (
    <div
      role={tone === 'failed' ? 'alert' : 'status'}
      className={cx(
        'flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card px-4 py-3.5 text-base',
        background,
        className,
      )}
    >
      <div className="flex min-w-0 flex-1 basis-60 gap-3">
        <Icon icon={icon} size={19} className={cx('mt-px', iconColor)} />
        <div className="min-w-0">
          {title !== undefined && <p className="font-medium text-ink">{title}</p>}
          {children !== undefined && (
            <div className={title === undefined ? 'text-ink' : 'mt-0.5 text-ink-2'}>{children}</div>
          )}
        </div>
      </div>
      {action}
    </div>
  );
}
