import type { PasskeyView } from '#shared/schemas/account/passkeys.ts';
import { errorStatus, errorText, trpc } from '#client/app/trpc.ts';
import { ConfirmDialog } from '#client/ui/overlays/confirm-dialog.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';

/** Confirms and removes a passkey. */
export default function RemovePasskeyDialog({
  passkey: { id, name },
  onClose,
}: {
  passkey: PasskeyView;
  onClose: () => void;
}) {
  const { auth } = trpc.useUtils();
  const finish = async (text: string) => {
    await auth.passkeys.invalidate();
    toast.success(text);
    onClose();
  };
  const remove = trpc.auth.removePasskey.useMutation({
    onSuccess: () => finish(`${name} was removed.`),
    async onError(error) {
      if (errorStatus(error) === 404) await finish(`${name} was removed.`);
      else toast.error(errorText(error, 'The passkey could not be removed. Please try again.'));
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Remove ${name}?`}
      description="It no longer signs in. Remove it from your device too."
      cancelLabel="Cancel"
      confirmLabel="Remove"
      danger
      busy={remove.isPending}
      onConfirm={() => {
        remove.mutate({ id });
      }}
    />
  );
}
