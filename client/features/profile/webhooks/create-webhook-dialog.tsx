import { useState } from 'react';
import { createWebhookInput, WEBHOOK_EVENTS } from '#shared/schemas/webhooks.ts';
import { trpc } from '#client/app/trpc.ts';
import { MutationDialog, useZodForm } from '#client/kit/mutation-dialog.tsx';
import { SecretDialog } from '#client/ui/overlays/secret-dialog.tsx';
import { WebhookFields } from './webhook-fields.tsx';

/** Adds an endpoint and shows its signing secret once. */
export default function CreateWebhookDialog({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState<string>();
  if (secret !== undefined)
    return (
      <SecretDialog
        title="The webhook is ready"
        notice="Copy the signing secret now. It is not shown again. With it, your program checks that a delivery is from Hark."
        label="Signing secret"
        secret={secret}
        copyLabel="Copy Secret"
        onClose={onClose}
      />
    );
  return <NewWebhookDialog onClose={onClose} onCreated={setSecret} />;
}

function NewWebhookDialog({
  onClose,
  onCreated,
}: {
  onClose: () => void;
  onCreated: (secret: string) => void;
}) {
  const { webhooks } = trpc.useUtils();
  const form = useZodForm(createWebhookInput, { url: '', description: '', events: [...WEBHOOK_EVENTS] });
  const create = trpc.webhooks.create.useMutation({
    async onSuccess({ secret }) {
      onCreated(secret);
      await webhooks.list.invalidate();
    },
  });
  return (
    <MutationDialog
      title="Add a webhook"
      description="Hark posts each chosen event to this URL, from now on."
      submitLabel="Add Webhook"
      busyText="Adding..."
      form={form}
      mutation={create}
      inputOf={(values) => values}
      failed="The webhook could not be saved. Please try again."
      onClose={onClose}
    >
      <WebhookFields form={form} />
    </MutationDialog>
  );
}
