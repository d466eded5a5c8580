import { useState } from 'react';
import type { UserData } from '#shared/schemas/account/auth.ts';
import { errorCode, errorDetails, errorText, trpc } from '#client/app/trpc.ts';
import { Field } from '#client/ui/controls/field.tsx';
import { PasswordInput, TextInput } from '#client/ui/controls/inputs.tsx';
import { LoadError, Skeleton } from '#client/ui/display/states.tsx';
import { FormDialog } from '#client/ui/overlays/form-dialog.tsx';
import { OwnPasskey } from './own-passkey.tsx';
import { useSession } from './use-session.ts';

/** Signs the user in again above the page. The code is sent with the password: without it the session would end at once. */
export function LogInAgainDialog({ user, onClose }: { user: UserData; onClose: () => void }) {
  const [proof, setProof] = useState({ password: '', code: '' });
  const { renewed } = useSession();
  const { client } = trpc.useUtils();
  const factor = trpc.auth.secondFactor.useQuery();
  const needsCode = (factor.data?.enabled_at ?? null) !== null;
  const login = trpc.auth.login.useMutation({
    onSuccess: ({ user_data }) => {
      renewed(user_data);
    },
  });
  const codeProblem = errorDetails(login.error).fields?.['code'];
  const problem =
    errorCode(login.error) === 'INVALID_CREDENTIALS'
      ? 'Your password is not correct'
      : errorText(login.error);
  return (
    <FormDialog
      size="sm"
      title="Log in again"
      description="Your session ends in a few minutes. This page stays as it is."
      submitLabel="Log in"
      busyText="Logging in..."
      busy={login.isPending}
      disabled={!factor.isSuccess}
      onSubmit={() => {
        login.mutate({ email: user.email, password: proof.password, ...(needsCode && { code: proof.code }) });
      }}
      onClose={onClose}
    >
      {/* Tells password managers whose password is asked for. */}
      <input hidden readOnly autoComplete="username" value={user.email} />
      {factor.isPending && <Skeleton className="h-16" />}
      {factor.isError && (
        <LoadError className="min-h-16" busy={factor.isFetching} onRetry={() => void factor.refetch()} />
      )}
      {factor.isSuccess && (
        <Field label="Your password" error={login.isError && codeProblem === undefined ? problem : undefined}>
          <PasswordInput
            autoFocus
            autoComplete="current-password"
            value={proof.password}
            onChange={({ target }) => {
              setProof({ ...proof, password: target.value });
            }}
          />
        </Field>
      )}
      {factor.isSuccess && needsCode && (
        <Field label="Code" hint="Of your authenticator app, or a recovery code" error={codeProblem}>
          <TextInput
            autoComplete="one-time-code"
            value={proof.code}
            onChange={({ target }) => {
              setProof({ ...proof, code: target.value });
            }}
          />
        </Field>
      )}
      <OwnPasskey
        begin={() => client.auth.beginPasskeySignIn.mutate()}
        finish={(response) => client.auth.signInWithPasskey.mutate({ response })}
        onSuccess={({ user_data }) => {
          renewed(user_data);
        }}
      />
    </FormDialog>
  );
}
