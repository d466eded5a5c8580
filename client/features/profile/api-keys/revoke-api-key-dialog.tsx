import type { ApiKeyView } from '#shared/schemas/account/api-keys.ts';
import { errorStatus, errorText, trpc } from '#client/app/trpc.ts';
import { ConfirmDialog } from '#client/ui/overlays/confirm-dialog.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';

/** Confirms and revokes an API key. */
export default function RevokeApiKeyDialog({ apiKey, onClose }: { apiKey: ApiKeyView; onClose: () => void }) {
  const { apiKeys } = trpc.useUtils();
  const revoke = trpc.apiKeys.revoke.useMutation({
    onSuccess() {
      toast.success(`${apiKey.name} was revoked.`);
    },
    onError(error) {
      const isGone = errorStatus(error) === 404;
      toast.error(
        isGone
          ? `${apiKey.name} was already revoked.`
          : errorText(error, 'The key could not be revoked. Please try again.'),
      );
    },
    onSettled() {
      onClose();
      return apiKeys.list.invalidate();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Revoke ${apiKey.name}?`}
      description="Programs that use this key lose access at once. It cannot be restored."
      cancelLabel="Keep"
      confirmLabel="Revoke"
      danger
      busy={revoke.isPending}
      onConfirm={() => {
        revoke.mutate({ id: apiKey.id });
      }}
    />
  );
}
