import { useState } from 'react';
import { useUser } from '#client/app/session/use-session.ts';
import { errorDetails, errorText, trpc } from '#client/app/trpc.ts';
import { Field } from '#client/ui/controls/field.tsx';
import { TextInput } from '#client/ui/controls/inputs.tsx';
import { Notice } from '#client/ui/display/notice.tsx';
import { FormDialog } from '#client/ui/overlays/form-dialog.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';

/** Requests a change of the email address; the link in the mail to the new one makes it. */
export default function ChangeEmailDialog({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('');
  const { email: current } = useUser();
  const request = trpc.auth.requestEmailChange.useMutation({
    onSuccess: ({ message }) => {
      toast.success(message);
      onClose();
    },
  });
  const problem = request.isError ? errorDetails(request.error).fields?.['email'] : undefined;
  const isOther = request.isError && problem === undefined;
  return (
    <FormDialog
      title="Change your email"
      description={`We send a link to the new address, and a notice to ${current}.`}
      submitLabel="Send Link"
      busyText="Sending..."
      busy={request.isPending}
      onSubmit={() => {
        request.mutate({ email });
      }}
      onClose={onClose}
    >
      {isOther && <Notice tone="failed">{errorText(request.error)}</Notice>}
      <Field label="New email" error={problem}>
        <TextInput
          type="email"
          autoComplete="email"
          required
          value={email}
          onChange={(event) => {
            setEmail(event.target.value);
          }}
        />
      </Field>
    </FormDialog>
  );
}
