import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { createWebhookInput, WEBHOOK_EVENTS } from '#shared/schemas/webhooks.ts';
import { trpc } from '#client/app/trpc.ts';
import { FormDialog } from '#client/ui/overlays/form-dialog.tsx';
import { SecretDialog } from '#client/ui/overlays/secret-dialog.tsx';
import {
  refusedFields,
  WebhookFields,
  type WebhookFormInput,
  type WebhookFormOutput,
} from './webhook-fields.tsx';

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
  const { register, handleSubmit, setError, formState } = useForm<
    WebhookFormInput,
    unknown,
    WebhookFormOutput
  >({
    resolver: zodResolver(createWebhookInput),
    defaultValues: { url: '', description: '', events: [...WEBHOOK_EVENTS] },
  });
  const create = trpc.webhooks.create.useMutation({
    async onSuccess({ secret }) {
      onCreated(secret);
      await webhooks.list.invalidate();
    },
    onError(error) {
      for (const { name, message } of refusedFields(error)) setError(name, { message });
    },
  });
  const submit = handleSubmit((values) => {
    create.mutate(values);
  });
  return (
    <FormDialog
      title="Add a webhook"
      description="Hark posts each chosen event to this URL, from now on."
      submitLabel="Add Webhook"
      busyText="Adding..."
      busy={create.isPending}
      onSubmit={() => {
        void submit();
      }}
      onClose={onClose}
    >
      <WebhookFields register={register} errors={formState.errors} />
    </FormDialog>
  );
}
