import type { ComponentProps, ReactNode } from 'react';
import { IconButton } from '#client/ui/controls/button.tsx';

interface ExampleSoundProps extends ComponentProps<typeof IconButton> {
  children: ReactNode;
}

/** The button that plays the example, and what stands beside it. */
export function ExampleSound({ children, ...button }: ExampleSoundProps) {
  return (
    <div className="mt-5 flex items-center gap-4">
      <IconButton variant="primary" size="md" className="rounded-full" {...button} />
      <div className="relative flex h-9 min-w-0 flex-1 items-center">{children}</div>
    </div>
  );
}
