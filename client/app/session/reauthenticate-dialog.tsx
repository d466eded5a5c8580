import { useState } from 'react';
import { errorDetails, errorText, trpc } from '#client/app/trpc.ts';
import { Field } from '#client/ui/controls/field.tsx';
import { PasswordInput, TextInput } from '#client/ui/controls/inputs.tsx';
import { LoadError, Skeleton } from '#client/ui/display/states.tsx';
import { FormDialog } from '#client/ui/overlays/form-dialog.tsx';
import { OwnPasskey } from './own-passkey.tsx';
import { reauthentication } from './reauthentication.ts';

/**
 * Asks for the password, or for a code where two-step verification is on, before a change of what protects the account.
 * Closing it gives the change up.
 */
export default function ReauthenticateDialog({ email }: { email: string }) {
  const [proof, setProof] = useState('');
  const { client } = trpc.useUtils();
  const factor = trpc.auth.secondFactor.useQuery();
  const needsCode = (factor.data?.enabled_at ?? null) !== null;
  const confirm = trpc.auth.reauthenticate.useMutation({ onSuccess: reauthentication.confirm });
  const problem = confirm.isError
    ? (errorDetails(confirm.error).fields?.[needsCode ? 'code' : 'password'] ?? errorText(confirm.error))
    : undefined;
  const onChange = ({ target }: { target: HTMLInputElement }) => {
    setProof(target.value);
  };
  return (
    <FormDialog
      size="sm"
      className=""
      title="Confirm that it is you"
      description="This change protects your account, so we ask again. You will not be asked for ten minutes."
      submitLabel="Confirm"
      busyText="Checking..."
      busy={confirm.isPending}
      disabled={!factor.isSuccess}
      onSubmit={() => {
        confirm.mutate(needsCode ? { code: proof } : { password: proof });
      }}
      onClose={reauthentication.close}
    >
      {/* Tells password managers whose password is asked for. */}
      <input hidden readOnly autoComplete="username" value={email} />
      {factor.isPending && <Skeleton className="h-16" />}
      {factor.isError && (
        <LoadError className="min-h-16" busy={factor.isFetching} onRetry={() => void factor.refetch()} />
      )}
      {factor.isSuccess && !needsCode && (
        <Field label="Your password" error={problem}>
          <PasswordInput autoFocus autoComplete="current-password" value={proof} onChange={onChange} />
        </Field>
      )}
      {factor.isSuccess && needsCode && (
        <Field label="Code" hint="Of your authenticator app, or a recovery code" error={problem}>
          <TextInput autoFocus autoComplete="one-time-code" value={proof} onChange={onChange} />
        </Field>
      )}
      <OwnPasskey
        begin={() => client.auth.beginPasskeyConfirmation.mutate()}
        finish={(response) => client.auth.confirmWithPasskey.mutate({ response })}
        onSuccess={reauthentication.confirm}
      />
    </FormDialog>
  );
}
