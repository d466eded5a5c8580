import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { z } from 'zod';
import { API_KEY_AREAS } from '#shared/api-key-areas.ts';
import { API_KEY_LIFETIMES, createApiKeyInput } from '#shared/schemas/account/api-keys.ts';
import { trpc } from '#client/app/trpc.ts';
import { MutationDialog, useZodForm } from '#client/kit/mutation-dialog.tsx';
import { CheckChoices } from '#client/ui/controls/check-choices.tsx';
import { Field } from '#client/ui/controls/field.tsx';
import { RadioCards } from '#client/ui/controls/radio-cards.tsx';
import { SelectInput, TextInput } from '#client/ui/controls/inputs.tsx';
import { SecretDialog } from '#client/ui/overlays/secret-dialog.tsx';
import { AREA_TEXT, SCOPE_LABEL } from './api-key-text.ts';

const NEVER = 'never';
const SCOPES = [
  { value: 'full', title: SCOPE_LABEL.full, description: 'Create campaigns, spend credits, change voices' },
  {
    value: 'prepare',
    title: SCOPE_LABEL.prepare,
    description: 'See everything, and let an assistant write drafts that you publish',
  },
  { value: 'read', title: SCOPE_LABEL.read, description: 'See campaigns, results and credits' },
];
const AREAS = API_KEY_AREAS.map((area) => ({ value: area, ...AREA_TEXT[area] }));
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
  if (created !== undefined)
    return (
      <SecretDialog
        title={`${created.name} is ready`}
        notice="Copy the key now. It is not shown again."
        label="API key"
        secret={created.secret}
        copyLabel="Copy Key"
        onClose={onClose}
      />
    );
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
  const form = useZodForm(formSchema, { name: '', scope: 'full', areas: [], expires_in_days: NEVER });
  const create = trpc.apiKeys.create.useMutation({
    async onSuccess({ key, api_key }) {
      onCreated(api_key.name, key);
      await apiKeys.list.invalidate();
    },
  });
  return (
    <MutationDialog
      title="Create an API key"
      description="Give each program a key of its own, so that you can revoke it alone."
      submitLabel="Create Key"
      busyText="Creating..."
      form={form}
      mutation={create}
      inputOf={(values) => values}
      failed="The key could not be created. Please try again."
      onClose={onClose}
    >
      <Field label="Name" hint="For example the program that will use it" error={form.errorOf('name')}>
        <TextInput autoComplete="off" {...form.register('name')} />
      </Field>
      <Controller
        name="scope"
        control={form.control}
        render={({ field: { value, onChange } }) => (
          <RadioCards aria-label="Access" options={SCOPES} value={value} onValueChange={onChange} />
        )}
      />
      <Field
        label="Limit to areas"
        hint="Choose none for a key that reaches everything. Drafts need Campaigns, Contacts and Voices."
        error={form.errorOf('areas')}
      >
        <CheckChoices
          options={AREAS}
          registered={form.register('areas')}
          className="sm:grid sm:grid-cols-2 sm:divide-y-0"
        />
      </Field>
      <Field label="Expires">
        <SelectInput options={LIFETIMES} {...form.register('expires_in_days')} />
      </Field>
    </MutationDialog>
  );
}
