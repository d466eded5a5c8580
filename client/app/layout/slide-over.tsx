import { Menu as MenuIcon, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { IconButton } from '#client/ui/icon-button.tsx';
import { HomeLink, SidebarContent } from './sidebar.tsx';

/** The sidebar of small screens: slides over the page and goes away with a navigation. */
export function SlideOver({ pathname }: { pathname: string }) {
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  return (
    <Dialog.Root
      open={openedAt === pathname}
      onOpenChange={(open) => {
        setOpenedAt(open ? pathname : null);
      }}
    >
      <Dialog.Trigger asChild>
        <IconButton label="Open the menu" icon={MenuIcon} variant="ghost" className="-ml-2 lg:hidden" />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 animate-fade bg-veil lg:hidden" />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={focusPanel}
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

/** The focus begins at the panel itself instead of at its cross, whose tooltip would cover the entries. */
function focusPanel(event: Event): void {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
}
