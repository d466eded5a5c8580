import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { loadCode } from '#client/app/loading/load-code.ts';
import { passkeyProblem } from '#client/app/passkeys/passkey-text.ts';
import { errorDetails, trpc } from '#client/app/trpc.ts';
import { Field } from '#client/ui/controls/field.tsx';
import { TextInput } from '#client/ui/controls/inputs.tsx';
import { FormDialog } from '#client/ui/overlays/form-dialog.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';

/** Names a passkey and lets the device create it. */
export default function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const { auth, client } = trpc.useUtils();
  const add = useMutation({
    mutationFn: async () => {
      const { createPasskey } = await loadCode(() => import('#client/app/passkeys/passkey-device.ts'));
      const response = await createPasskey(await client.auth.beginPasskey.mutate());
      return client.auth.addPasskey.mutate({ name, response });
    },
    async onSuccess({ passkey }) {
      await auth.passkeys.invalidate();
      toast.success(`${passkey.name} was added.`);
      onClose();
    },
  });
  const [problem, setProblem] = useState<string>();
  const refusal = add.isError
    ? (errorDetails(add.error).fields?.['name'] ?? passkeyProblem(add.error))
    : undefined;
  return (
    <FormDialog
      title="Add a passkey"
      description="Your browser then asks for your fingerprint, face or PIN."
      submitLabel="Continue"
      busyText="Waiting..."
      busy={add.isPending}
      onSubmit={() => {
        setProblem(name.trim() === '' ? 'A name is required' : undefined);
        if (name.trim() !== '') add.mutate();
      }}
      onClose={onClose}
    >
      <Field label="Name" hint="For example the device that keeps it" error={problem ?? refusal}>
        <TextInput
          autoComplete="off"
          value={name}
          onChange={(event) => {
            setName(event.target.value);
          }}
        />
      </Field>
    </FormDialog>
  );
}
