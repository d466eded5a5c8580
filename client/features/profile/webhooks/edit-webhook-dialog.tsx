import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { createWebhookInput, type WebhookView } from '#shared/schemas/webhooks.ts';
import { trpc } from '#client/app/trpc.ts';
import { FormDialog } from '#client/ui/overlays/form-dialog.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';
import {
  refusedFields,
  WebhookFields,
  type WebhookFormInput,
  type WebhookFormOutput,
} from './webhook-fields.tsx';

/** Changes the URL, the description and the events of an endpoint. */
export default function EditWebhookDialog({
  webhook: { id, url, description, events },
  onClose,
}: {
  webhook: WebhookView;
  onClose: () => void;
}) {
  const { webhooks } = trpc.useUtils();
  const { register, handleSubmit, setError, formState } = useForm<
    WebhookFormInput,
    unknown,
    WebhookFormOutput
  >({ resolver: zodResolver(createWebhookInput), defaultValues: { url, description, events } });
  const update = trpc.webhooks.update.useMutation({
    async onSuccess() {
      toast.success('Webhook saved');
      onClose();
      await webhooks.list.invalidate();
    },
    onError(error) {
      for (const { name, message } of refusedFields(error)) setError(name, { message });
    },
  });
  const submit = handleSubmit((values) => {
    update.mutate({ id, ...values });
  });
  return (
    <FormDialog
      title="Change the webhook"
      submitLabel="Save Webhook"
      busyText="Saving..."
      busy={update.isPending}
      onSubmit={() => {
        void submit();
      }}
      onClose={onClose}
    >
      <WebhookFields register={register} errors={formState.errors} />
    </FormDialog>
  );
}
