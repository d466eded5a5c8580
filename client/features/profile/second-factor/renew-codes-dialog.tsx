import { errorText, trpc } from '#client/app/trpc.ts';
import { ConfirmDialog } from '#client/ui/overlays/confirm-dialog.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

/** Confirms, then replaces the recovery codes and shows the new ones once. */
export default function RenewCodesDialog({ onClose }: { onClose: () => void }) {
  const { auth } = trpc.useUtils();
  const renew = trpc.auth.renewRecoveryCodes.useMutation({
    onSuccess: () => auth.secondFactor.invalidate(),
    onError(error) {
      toast.error(errorText(error, 'New codes could not be created. Please try again.'));
    },
  });
  if (renew.isSuccess) return <RecoveryCodesDialog codes={renew.data.recovery_codes} onClose={onClose} />;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Create new recovery codes?"
      description="The codes that you have no longer work then."
      cancelLabel="Cancel"
      confirmLabel="Create Codes"
      busy={renew.isPending}
      onConfirm={() => {
        renew.mutate();
      }}
    />
  );
}
