import { Tooltip as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';

interface TooltipProps {
  /** Nothing is shown while empty, so a reason can come and go. */
  content: ReactNode;
  /** The element it explains; it must take a ref and be focusable. */
  children: ReactElement;
  side?: 'top' | 'right' | 'bottom' | 'left';
}

/** Words that appear on hover and on keyboard focus. */
export function Tooltip({ content, children, side = 'top' }: TooltipProps) {
  if (content === undefined || content === null || content === '') return children;
  return (
    <Radix.Provider delayDuration={250}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            side={side}
            sideOffset={7}
            collisionPadding={8}
            className="z-60 max-w-64 animate-fade rounded-control bg-ink px-2.5 py-1.5 text-sm text-page shadow-float"
          >
            {content}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
