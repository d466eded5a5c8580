import { useState } from 'react';
import type { UserData } from '#shared/schemas/account/auth.ts';
import { errorCode, errorDetails, errorText, trpc } from '#client/app/trpc.ts';
import { FormDialog } from '#client/ui/overlays/form-dialog.tsx';
import { OwnPasskey } from './own-passkey.tsx';
import { OwnCode, OwnPassword, ProofFields, useNeedsCode } from './proof-fields.tsx';
import { useSession } from './use-session.ts';

/** Signs the user in again above the page. The code is sent with the password: without it the session would end at once. */
export function LogInAgainDialog({ user, onClose }: { user: UserData; onClose: () => void }) {
  const [proof, setProof] = useState({ password: '', code: '' });
  const { renewed } = useSession();
  const { client } = trpc.useUtils();
  const { factor, needsCode } = useNeedsCode();
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
      <ProofFields email={user.email} factor={factor}>
        <OwnPassword
          autoFocus
          value={proof.password}
          error={login.isError && codeProblem === undefined ? problem : undefined}
          onChange={(password) => {
            setProof({ ...proof, password });
          }}
        />
        {needsCode && (
          <OwnCode
            value={proof.code}
            error={codeProblem}
            onChange={(code) => {
              setProof({ ...proof, code });
            }}
          />
        )}
      </ProofFields>
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
