import type { WebhookView } from '#shared/schemas/webhooks.ts';
import { errorStatus, errorText, trpc } from '#client/app/trpc.ts';
import { ConfirmDialog } from '#client/ui/overlays/confirm-dialog.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';

/** Confirms and deletes an endpoint. */
export default function DeleteWebhookDialog({
  webhook: { id, url },
  onClose,
}: {
  webhook: WebhookView;
  onClose: () => void;
}) {
  const { webhooks } = trpc.useUtils();
  const remove = trpc.webhooks.delete.useMutation({
    onSuccess() {
      toast.success('The webhook was deleted.');
    },
    onError(error) {
      const isGone = errorStatus(error) === 404;
      toast.error(
        isGone
          ? 'The webhook was already deleted.'
          : errorText(error, 'The webhook could not be deleted. Please try again.'),
      );
    },
    onSettled() {
      onClose();
      return webhooks.list.invalidate();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Delete this webhook?"
      description={
        <span className="wrap-anywhere">
          {url} is sent nothing more, also not what waits. Its log of deliveries is deleted too.
        </span>
      }
      cancelLabel="Keep"
      confirmLabel="Delete"
      danger
      busy={remove.isPending}
      onConfirm={() => {
        remove.mutate({ id });
      }}
    />
  );
}
