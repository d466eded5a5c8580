import type { ComponentProps, ReactNode } from 'react';
import { IconButton } from '#client/ui/controls/button.tsx';

interface SoundLineProps extends ComponentProps<typeof IconButton> {
  children: ReactNode;
}

/** The button that plays a campaign in its row, and what stands beside it. */
export function SoundLine({ children, ...button }: SoundLineProps) {
  return (
    <div className="flex h-6 items-center gap-1 pointer-coarse:h-11">
      <IconButton variant="ghost" className="-ml-1.5 size-6" {...button} />
      {children}
    </div>
  );
}
