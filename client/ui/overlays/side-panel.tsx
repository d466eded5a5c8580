import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { CloseButton } from './dialog.tsx';
import { DialogOverlay } from './dialog-overlay.tsx';
import { useFocusReturn } from './dialog-parts.ts';

interface SidePanelProps {
  title: ReactNode;
  description: ReactNode;
  children: ReactNode;
  onClose: () => void;
}

/** An open modal panel at the right edge, as wide as a phone's screen. The caller removes it on `onClose`. */
export function SidePanel({ title, description, children, onClose }: SidePanelProps) {
  const focusReturn = useFocusReturn();
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <DialogOverlay className="fixed inset-0 z-50 animate-fade bg-veil backdrop-blur-[2px]" />
        <Radix.Content
          {...focusReturn}
          className="fixed inset-y-0 right-0 z-50 flex w-full animate-panel flex-col bg-surface text-ink shadow-float focus:outline-none sm:max-w-110 sm:border-l sm:border-line"
        >
          <header className="border-b border-line px-6 pt-6 pr-14 pb-4">
            <Radix.Title className="text-lg font-semibold wrap-anywhere">{title}</Radix.Title>
            <Radix.Description className="mt-1 text-base text-ink-2">{description}</Radix.Description>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-6 py-4" tabIndex={-1}>
            {children}
          </div>
          <CloseButton />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
