import { useId, useState } from 'react';
import { errorDetails, errorText, trpc } from '#client/app/trpc.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Field } from '#client/ui/controls/field.tsx';
import { PasswordInput } from '#client/ui/controls/inputs.tsx';
import { Dialog } from '#client/ui/overlays/dialog.tsx';
import { reauthentication } from './reauthentication.ts';

/** Asks for the password before a change of what protects the account. Closing it gives the change up. */
export default function ReauthenticateDialog({ email }: { email: string }) {
  const formId = useId();
  const [password, setPassword] = useState('');
  const confirm = trpc.auth.reauthenticate.useMutation({ onSuccess: reauthentication.confirm });
  const problem = confirm.isError
    ? (errorDetails(confirm.error).fields?.['password'] ?? errorText(confirm.error))
    : undefined;
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={reauthentication.close}
      locked={confirm.isPending}
      title="Confirm that it is you"
      description="This change protects your account, so we ask again. You will not be asked for ten minutes."
      footer={
        <>
          <Button variant="secondary" disabled={confirm.isPending} onClick={reauthentication.close}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={confirm.isPending} busyText="Checking...">
            Confirm
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // The dialog may lie above another form, to which React would pass the event on.
          event.stopPropagation();
          if (!confirm.isPending) confirm.mutate({ password });
        }}
      >
        {/* Tells password managers whose password is asked for. */}
        <input hidden readOnly autoComplete="username" value={email} />
        <Field label="Your password" error={problem}>
          <PasswordInput
            autoComplete="current-password"
            value={password}
            onChange={(event) => {
              setPassword(event.target.value);
            }}
          />
        </Field>
      </form>
    </Dialog>
  );
}
