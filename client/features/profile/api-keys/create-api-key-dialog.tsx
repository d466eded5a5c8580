import { zodResolver } from '@hookform/resolvers/zod';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { z } from 'zod';
import { API_KEY_LIFETIMES, createApiKeyInput } from '#shared/schemas/api-keys.ts';
import { errorText, trpc } from '#client/app/trpc.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Field } from '#client/ui/controls/field.tsx';
import { RadioCards } from '#client/ui/controls/radio-cards.tsx';
import { SelectInput, TextInput } from '#client/ui/controls/inputs.tsx';
import { Notice } from '#client/ui/display/notice.tsx';
import { Dialog } from '#client/ui/overlays/dialog.tsx';
import { FormDialog } from '#client/ui/overlays/form-dialog.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';
import { SCOPE_LABEL } from './api-key-text.ts';

const NEVER = 'never';
const SCOPES = [
  { value: 'full', title: SCOPE_LABEL.full, description: 'Create campaigns, spend credits, change voices' },
  { value: 'read', title: SCOPE_LABEL.read, description: 'See campaigns, results and credits' },
];
const LIFETIMES = API_KEY_LIFETIMES.map((days) => ({
  value: days === null ? NEVER : String(days),
  label: days === null ? 'Never' : `In ${String(days)} days`,
}));

/** The form's select has text values. */
const formSchema = createApiKeyInput.extend({
  expires_in_days: z
    .string()
    .transform((value) => (value === NEVER ? null : Number(value)))
    .pipe(createApiKeyInput.shape.expires_in_days),
});

/** Creates an API key and shows it once. */
export default function CreateApiKeyDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<{ name: string; secret: string }>();
  if (created !== undefined) return <CreatedKeyDialog {...created} onClose={onClose} />;
  return (
    <NewKeyDialog
      onClose={onClose}
      onCreated={(name, secret) => {
        setCreated({ name, secret });
      }}
    />
  );
}

function NewKeyDialog({
  onClose,
  onCreated,
}: {
  onClose: () => void;
  onCreated: (name: string, secret: string) => void;
}) {
  const { apiKeys } = trpc.useUtils();
  const { register, control, handleSubmit, setError, formState } = useForm<
    z.input<typeof formSchema>,
    unknown,
    z.output<typeof formSchema>
  >({
    resolver: zodResolver(formSchema),
    defaultValues: { name: '', scope: 'full', expires_in_days: NEVER },
  });
  const create = trpc.apiKeys.create.useMutation({
    async onSuccess({ key, api_key }) {
      onCreated(api_key.name, key);
      await apiKeys.list.invalidate();
    },
    onError(error) {
      setError('name', { message: errorText(error, 'The key could not be created. Please try again.') });
    },
  });
  const submit = handleSubmit((values) => {
    create.mutate(values);
  });
  return (
    <FormDialog
      title="Create an API key"
      description="Give each program a key of its own, so that you can revoke it alone."
      submitLabel="Create Key"
      busyText="Creating..."
      busy={create.isPending}
      onSubmit={() => {
        void submit();
      }}
      onClose={onClose}
    >
      <Field
        label="Name"
        hint="For example the program that will use it"
        error={formState.errors.name?.message}
      >
        <TextInput autoComplete="off" {...register('name')} />
      </Field>
      <Controller
        name="scope"
        control={control}
        render={({ field: { value, onChange } }) => (
          <RadioCards aria-label="Access" options={SCOPES} value={value} onValueChange={onChange} />
        )}
      />
      <Field label="Expires">
        <SelectInput options={LIFETIMES} {...register('expires_in_days')} />
      </Field>
    </FormDialog>
  );
}

/** Shows the key; it cannot be read again. */
function CreatedKeyDialog({ name, secret, onClose }: { name: string; secret: string; onClose: () => void }) {
  const [copied, setCopied] = useState(false);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`${name} is ready`}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <div className="grid gap-4">
        <Notice tone="waiting">Copy the key now. It is not shown again.</Notice>
        <Field label="API key">
          <TextInput
            readOnly
            value={secret}
            className="font-mono"
            onFocus={({ target }) => {
              target.select();
            }}
          />
        </Field>
        <Button
          variant="secondary"
          icon={copied ? Check : Copy}
          onClick={() => {
            navigator.clipboard.writeText(secret).then(
              () => {
                setCopied(true);
              },
              () => {
                toast.error('The browser did not allow copying. Select the key and copy it.');
              },
            );
          }}
        >
          {copied ? 'Copied' : 'Copy Key'}
        </Button>
      </div>
    </Dialog>
  );
}
