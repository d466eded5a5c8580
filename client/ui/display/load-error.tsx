import { RotateCw } from 'lucide-react';
import { Button } from '#client/ui/controls/button.tsx';
import { cx } from '#client/ui/cx.ts';

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
      {text}
      <Button variant="ghost" size="sm" icon={RotateCw} busy={busy} onClick={onRetry}>
        Retry
      </Button>
    </p>
  );
}
