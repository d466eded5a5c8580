import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '#client/ui/cx.ts';
import { Icon, type IconType } from '#client/ui/icon.tsx';

export type NoticeTone = 'info' | 'delivered' | 'waiting' | 'failed';

const STYLES: Record<NoticeTone, { icon: IconType; ground: string; sign: string }> = {
  info: { icon: Info, ground: 'bg-running-soft', sign: 'text-running' },
  delivered: { icon: CircleCheck, ground: 'bg-delivered-soft', sign: 'text-delivered' },
  waiting: { icon: TriangleAlert, ground: 'bg-waiting-soft', sign: 'text-waiting' },
  failed: { icon: CircleAlert, ground: 'bg-failed-soft', sign: 'text-failed' },
};

interface NoticeProps {
  tone: NoticeTone;
  title?: string;
  children?: ReactNode;
  /** At the end, for example a Button. */
  action?: ReactNode;
  className?: string;
}

/** News that stays on the page. It is announced when it appears: a failure at once, the rest when there is a pause. */
export function Notice({ tone, title, children, action, className }: NoticeProps) {
  const { icon, ground, sign } = STYLES[tone];
  return (
    <div
      role={tone === 'failed' ? 'alert' : 'status'}
      className={cx(
        'flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card px-4 py-3.5 text-base',
        ground,
        className,
      )}
    >
      <div className="flex min-w-0 flex-1 basis-60 gap-3">
        <Icon icon={icon} size={19} className={cx('mt-px', sign)} />
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
