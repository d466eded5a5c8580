import { errorText, trpc } from '#client/app/trpc.ts';
import { ConfirmDialog } from '#client/ui/overlays/confirm-dialog.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';

/** Confirms, then turns two-step verification off. */
export default function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const { auth } = trpc.useUtils();
  const turnOff = trpc.auth.disableSecondFactor.useMutation({
    async onSuccess({ message }) {
      await auth.secondFactor.invalidate();
      toast.success(message);
      onClose();
    },
    onError(error) {
      toast.error(errorText(error, 'It could not be turned off. Please try again.'));
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Turn off two-step verification?"
      description="Your password alone is then enough to sign in. Your recovery codes no longer work."
      cancelLabel="Cancel"
      confirmLabel="Turn Off"
      danger
      busy={turnOff.isPending}
      onConfirm={() => {
        turnOff.mutate();
      }}
    />
  );
}
