import type { WebhookView } from '#shared/schemas/webhooks.ts';
import { trpc } from '#client/app/trpc.ts';
import { ConfirmMutation } from '#client/kit/confirm-mutation.tsx';
import { confirmed } from '#client/kit/outcome.ts';

/** Confirms and deletes an endpoint. */
export default function DeleteWebhookDialog({
  webhook: { id, url },
  onClose,
}: {
  webhook: WebhookView;
  onClose: () => void;
}) {
  const { webhooks } = trpc.useUtils();
  const remove = trpc.webhooks.delete.useMutation(
    confirmed({
      done: 'The webhook was deleted.',
      gone: 'The webhook was already deleted.',
      failed: 'The webhook could not be deleted. Please try again.',
      refresh: () => webhooks.list.invalidate(),
      onClose,
    }),
  );
  return (
    <ConfirmMutation
      mutation={remove}
      input={{ id }}
      onClose={onClose}
      title="Delete this webhook?"
      description={
        <span className="wrap-anywhere">
          {url} is sent nothing more, also not what waits. Its log of deliveries is deleted too.
        </span>
      }
      cancelLabel="Keep"
      confirmLabel="Delete"
      danger
    />
  );
}
