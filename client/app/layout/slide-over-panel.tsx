import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { DialogOverlay } from '#client/ui/overlays/dialog-overlay.tsx';
import { useFocusReturn } from '#client/ui/overlays/dialog-parts.ts';
import { IconButton } from '#client/ui/controls/button.tsx';
import { HomeLink, SidebarContent } from './sidebar.tsx';

interface SlideOverPanelProps {
  pathname: string;
  open: boolean;
  onClose: () => void;
}

/** The slide-over dialog with the content of the sidebar. */
export default function SlideOverPanel({ pathname, open, onClose }: SlideOverPanelProps) {
  const { onOpenAutoFocus, onCloseAutoFocus } = useFocusReturn();
  return (
    <Dialog.Root open={open} onOpenChange={onClose}>
      <Dialog.Portal>
        <DialogOverlay className="fixed inset-0 z-50 animate-fade bg-veil lg:hidden" />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            onOpenAutoFocus();
            // Focuses the panel instead of its first link.
            event.preventDefault();
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
          }}
          onCloseAutoFocus={onCloseAutoFocus}
          className="fixed inset-y-0 left-0 z-50 flex w-72 max-w-[85vw] animate-drawer flex-col border-r border-line bg-sunken shadow-float focus:outline-none lg:hidden"
        >
          <Dialog.Title className="sr-only">Menu</Dialog.Title>
          <div className="flex h-17 shrink-0 items-center justify-between pr-2.5 pl-5">
            <HomeLink />
            <Dialog.Close asChild>
              <IconButton label="Close the menu" icon={X} variant="ghost" />
            </Dialog.Close>
          </div>
          <SidebarContent pathname={pathname} collapsed={false} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
