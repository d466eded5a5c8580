import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { useState, type ReactNode } from 'react';
import { cx } from '#client/ui/cx.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { DialogOverlay } from './dialog-overlay.tsx';
import { DIALOG_OVERLAY, DIALOG_PANEL, useFocusReturn } from './dialog-parts.ts';
import { Icon } from '#client/ui/icon.tsx';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** The actions. */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg';
  /** Prevents closing by Escape, the close button or a click outside. */
  locked?: boolean;
  /** Closing would lose what was entered: Escape asks first, and a click outside does nothing. */
  unsaved?: boolean;
}

const WIDTH = { sm: 'sm:max-w-100', md: 'sm:max-w-120', lg: 'sm:max-w-170' };

/** A modal dialog. It traps the focus and returns it to its origin on close. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  size = 'md',
  locked = false,
  unsaved = false,
}: DialogProps) {
  const focusReturn = useFocusReturn();
  const [asking, setAsking] = useState(false);
  const keepOpen = {
    onEscapeKeyDown: (event: Event) => {
      event.preventDefault();
      setAsking(!locked);
    },
    onInteractOutside: (event: Event) => {
      event.preventDefault();
    },
  };
  return (
    <Radix.Root
      open={open}
      onOpenChange={(next) => {
        if (next || !locked) onOpenChange(next);
      }}
    >
      <Radix.Portal>
        <DialogOverlay className={DIALOG_OVERLAY}>
          <Radix.Content
            className={cx(DIALOG_PANEL, 'flex max-h-[max(22rem,calc(100dvh-2rem))] flex-col', WIDTH[size])}
            {...focusReturn}
            onOpenAutoFocus={(event) => {
              focusReturn.onOpenAutoFocus();
              focusFirstLink(event);
            }}
            {...(unsaved && keepOpen)}
            {...(description === undefined && { 'aria-describedby': undefined })}
          >
            <header className="shrink-0 px-6 pt-6 pr-14">
              <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
              {description !== undefined && (
                <Radix.Description className="mt-1 text-base text-ink-2">{description}</Radix.Description>
              )}
            </header>
            {children !== undefined && (
              <div className="min-h-0 overflow-y-auto px-6 pt-4 pb-0.5">{children}</div>
            )}
            {footer === undefined ? (
              <div className="h-6" />
            ) : (
              <footer className="flex shrink-0 flex-wrap justify-end gap-2.5 p-6 max-sm:flex-col-reverse">
                {footer}
              </footer>
            )}
            {!locked && <CloseButton />}
          </Radix.Content>
        </DialogOverlay>
      </Radix.Portal>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Discard your changes?"
        description="Anything you entered here will be lost."
        confirmLabel="Discard"
        cancelLabel="Keep Editing"
        danger
        onConfirm={() => {
          onOpenChange(false);
        }}
      />
    </Radix.Root>
  );
}

/** Radix skips links when it chooses the initial focus; a dialog that starts with a link focuses it. */
function focusFirstLink(event: Event): void {
  if (!(event.currentTarget instanceof HTMLElement)) return;
  const first = event.currentTarget.querySelector<HTMLElement>('a[href], button, input, select, textarea');
  if (first?.matches('a') !== true) return;
  event.preventDefault();
  first.focus();
}

/** Closes a dialog. Rendered last, so that the initial focus is on the content. */
export function CloseButton() {
  return (
    <Radix.Close
      aria-label="Close"
      className="absolute top-4.5 right-4.5 grid size-8 cursor-pointer place-items-center rounded-control text-ink-3 transition-colors hover:bg-ink/6 hover:text-ink pointer-coarse:size-11"
    >
      <Icon icon={X} size={17} />
    </Radix.Close>
  );
}
