import type { ReactNode } from 'react';
import { cx } from '#client/ui/cx.ts';

export type StatusTone = 'delivered' | 'waiting' | 'failed' | 'running' | 'neutral';

const TONE: Record<StatusTone, string> = {
  delivered: 'bg-delivered-soft text-delivered',
  waiting: 'bg-waiting-soft text-waiting',
  failed: 'bg-failed-soft text-failed',
  running: 'bg-running-soft text-running',
  neutral: 'bg-ink/7 text-ink-2',
};

/** A coloured status label with a dot; `dot={false}` renders a plain badge. */
export function StatusPill({
  tone,
  dot = true,
  children,
}: {
  tone: StatusTone;
  dot?: boolean;
  children: ReactNode;
}) {
  return (
    <span
      className={cx(
        'inline-flex h-6 items-center gap-1.5 rounded-full px-2.5 text-sm font-medium whitespace-nowrap',
        TONE[tone],
      )}
    >
      {dot && (
        <span className={cx('size-1.5 rounded-full bg-current', tone === 'running' && 'animate-shimmer')} />
      )}
      {children}
    </span>
  );
}
