import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { loadCode } from '#client/app/loading/load-code.ts';
import { passkeyProblem } from '#client/app/passkeys/passkey-text.ts';
import { errorDetails, trpc } from '#client/app/trpc.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Field } from '#client/ui/controls/field.tsx';
import { TextInput } from '#client/ui/controls/inputs.tsx';
import { Dialog } from '#client/ui/overlays/dialog.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';

/** Names a passkey and lets the device create it. */
export default function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
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
  const submit = () => {
    if (add.isPending) return;
    setProblem(name.trim() === '' ? 'A name is required' : undefined);
    if (name.trim() !== '') add.mutate();
  };
  const refusal = add.isError
    ? (errorDetails(add.error).fields?.['name'] ?? passkeyProblem(add.error))
    : undefined;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      locked={add.isPending}
      title="Add a passkey"
      description="Your browser then asks for your fingerprint, face or PIN."
      footer={
        <>
          <Button variant="secondary" disabled={add.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={add.isPending} busyText="Waiting...">
            Continue
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
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
      </form>
    </Dialog>
  );
}
