import type { ComponentProps } from 'react';
import { ConfirmDialog } from '#client/ui/overlays/confirm-dialog.tsx';

interface ConfirmMutationProps<Input> extends Pick<
  ComponentProps<typeof ConfirmDialog>,
  'title' | 'description' | 'confirmLabel' | 'danger'
> {
  /** Made with `confirmed`, which says how it ended. */
  mutation: { isPending: boolean; mutate: (input: Input) => void };
  input: Input;
  cancelLabel?: string;
  onClose: () => void;
}

/** Asks before a change that cannot be undone, and sends it. */
export function ConfirmMutation<Input>({
  mutation,
  input,
  cancelLabel = 'Cancel',
  onClose,
  ...texts
}: ConfirmMutationProps<Input>) {
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      {...texts}
      cancelLabel={cancelLabel}
      busy={mutation.isPending}
      onConfirm={() => {
        mutation.mutate(input);
      }}
    />
  );
}
