import { createWebhookInput, type WebhookView } from '#shared/schemas/webhooks.ts';
import { trpc } from '#client/app/trpc.ts';
import { MutationDialog, useZodForm } from '#client/kit/mutation-dialog.tsx';
import { saved } from '#client/kit/outcome.ts';
import { WebhookFields } from './webhook-fields.tsx';

/** Changes the URL, the description and the events of an endpoint. */
export default function EditWebhookDialog({
  webhook: { id, url, description, events },
  onClose,
}: {
  webhook: WebhookView;
  onClose: () => void;
}) {
  const { webhooks } = trpc.useUtils();
  const form = useZodForm(createWebhookInput, { url, description, events });
  const update = trpc.webhooks.update.useMutation(
    saved({ done: 'Webhook saved', refresh: () => webhooks.list.invalidate(), onClose }),
  );
  return (
    <MutationDialog
      title="Change the webhook"
      submitLabel="Save Webhook"
      busyText="Saving..."
      form={form}
      mutation={update}
      inputOf={(values) => ({ id, ...values })}
      failed="The webhook could not be saved. Please try again."
      onClose={onClose}
    >
      <WebhookFields form={form} />
    </MutationDialog>
  );
}
