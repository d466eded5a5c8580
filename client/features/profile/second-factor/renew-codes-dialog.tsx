import { trpc } from '#client/app/trpc.ts';
import { ConfirmMutation } from '#client/kit/confirm-mutation.tsx';
import { confirmed } from '#client/kit/outcome.ts';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

/** Confirms, then replaces the recovery codes and shows the new ones once. */
export default function RenewCodesDialog({ onClose }: { onClose: () => void }) {
  const { auth } = trpc.useUtils();
  const renew = trpc.auth.renewRecoveryCodes.useMutation({
    ...confirmed({ failed: 'New codes could not be created. Please try again.', onClose }),
    onSuccess: () => auth.secondFactor.invalidate(),
  });
  if (renew.isSuccess) return <RecoveryCodesDialog codes={renew.data.recovery_codes} onClose={onClose} />;
  return (
    <ConfirmMutation
      mutation={renew}
      input={undefined}
      onClose={onClose}
      title="Create new recovery codes?"
      description="The codes that you have no longer work then."
      confirmLabel="Create Codes"
    />
  );
}
