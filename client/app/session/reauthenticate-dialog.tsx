import { useState } from 'react';
import { errorDetails, errorText, trpc } from '#client/app/trpc.ts';
import { FormDialog } from '#client/ui/overlays/form-dialog.tsx';
import { OwnPasskey } from './own-passkey.tsx';
import { OwnCode, OwnPassword, ProofFields, useNeedsCode } from './proof-fields.tsx';
import { reauthentication } from './reauthentication.ts';

/**
 * Asks for the password, or for a code where two-step verification is on, before a change of what protects the account.
 * Closing it gives the change up.
 */
export default function ReauthenticateDialog({ email }: { email: string }) {
  const [proof, setProof] = useState('');
  const { client } = trpc.useUtils();
  const { factor, needsCode } = useNeedsCode();
  const confirm = trpc.auth.reauthenticate.useMutation({ onSuccess: reauthentication.confirm });
  const problem = confirm.isError
    ? (errorDetails(confirm.error).fields?.[needsCode ? 'code' : 'password'] ?? errorText(confirm.error))
    : undefined;
  const Proof = needsCode ? OwnCode : OwnPassword;
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
      <ProofFields email={email} factor={factor}>
        <Proof autoFocus value={proof} error={problem} onChange={setProof} />
      </ProofFields>
      <OwnPasskey
        begin={() => client.auth.beginPasskeyConfirmation.mutate()}
        finish={(response) => client.auth.confirmWithPasskey.mutate({ response })}
        onSuccess={reauthentication.confirm}
      />
    </FormDialog>
  );
}
