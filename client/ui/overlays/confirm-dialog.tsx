import { AlertDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/controls/button.tsx';
import { cx } from '#client/ui/cx.ts';
import { DialogOverlay } from './dialog-overlay.tsx';
import { DIALOG_OVERLAY, DIALOG_PANEL, useFocusReturn } from './dialog-parts.ts';

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description: ReactNode;
  /** The verb of the action, for example "Delete". */
  confirmLabel: string;
  cancelLabel: string;
  danger?: boolean;
  /** Another way out, for example to keep what would be lost. */
  other?: { label: string; onClick: () => void } | undefined;
  /** The action is in progress; the dialog stays open until the caller closes it. */
  busy?: boolean;
  onConfirm: () => void;
}

/** Asks for confirmation of an irreversible action. The focus starts on Cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    onOpenChange,
    title,
    description,
    confirmLabel,
    cancelLabel,
    danger = false,
    other,
    busy = false,
  } = props;
  const focusReturn = useFocusReturn();
  return (
    <AlertDialog.Root
      open={open}
      onOpenChange={(next) => {
        if (!busy) onOpenChange(next);
      }}
    >
      <AlertDialog.Portal>
        <DialogOverlay className={DIALOG_OVERLAY}>
          <AlertDialog.Content className={cx(DIALOG_PANEL, 'p-6 sm:max-w-105')} {...focusReturn}>
            <AlertDialog.Title className="text-lg font-semibold">{title}</AlertDialog.Title>
            <AlertDialog.Description className="mt-1.5 text-base text-ink-2">
              {description}
            </AlertDialog.Description>
            <div className="mt-6 flex justify-end gap-2.5 max-sm:flex-col-reverse">
              {other !== undefined && (
                <Button variant="secondary" className="sm:mr-auto" disabled={busy} onClick={other.onClick}>
                  {other.label}
                </Button>
              )}
              <AlertDialog.Cancel asChild>
                <Button variant="secondary" disabled={busy}>
                  {cancelLabel}
                </Button>
              </AlertDialog.Cancel>
              <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={props.onConfirm}>
                {confirmLabel}
              </Button>
            </div>
          </AlertDialog.Content>
        </DialogOverlay>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
