import { useState } from 'react';
import { useSession, useUser } from '#client/app/session/use-session.ts';
import { errorCode, errorDetails, errorText, trpc } from '#client/app/trpc.ts';
import { eraseDrafts } from '#client/domain/draft/erase-draft.ts';
import { Field } from '#client/ui/controls/field.tsx';
import { PasswordInput, TextInput } from '#client/ui/controls/inputs.tsx';
import { Notice } from '#client/ui/display/notice.tsx';
import { LoadError, Skeleton, SkeletonGroup } from '#client/ui/display/states.tsx';
import { FormDialog } from '#client/ui/overlays/form-dialog.tsx';
import { BusyCampaigns, DeletionConsequences } from './deletion-consequences.tsx';

/**
 * Says what the deletion of the account means and requests it: with the password, or where two-step verification is on
 * after a confirmation of who the user is.
 */
export default function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { accountClosed } = useSession();
  const { uid } = useUser();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const overview = trpc.accountDeletion.overview.useQuery(undefined, { staleTime: 0 });
  const factor = trpc.auth.secondFactor.useQuery();
  const request = trpc.accountDeletion.request.useMutation({
    onSuccess: () => {
      eraseDrafts(uid);
      accountClosed();
    },
    onError: (error) => {
      // A campaign has begun meanwhile.
      if (errorCode(error) === 'CONFLICT') void overview.refetch();
    },
  });
  const loaded = overview.data !== undefined && factor.data !== undefined;
  const isBlocked = overview.data !== undefined && overview.data.busy.length > 0;
  const needsPassword = factor.data?.enabled_at === null;
  const fields = request.isError ? (errorDetails(request.error).fields ?? {}) : {};
  const isShown = fields['email'] !== undefined || (needsPassword && fields['password'] !== undefined);
  return (
    <FormDialog
      title="Delete your account"
      description="This cannot be undone, not even by our support."
      submitLabel="Delete Account"
      busyText="Deleting..."
      danger
      busy={request.isPending || request.isSuccess}
      disabled={!loaded || isBlocked}
      onSubmit={() => {
        request.mutate({ email, ...(needsPassword && { password }) });
      }}
      onClose={onClose}
    >
      {!loaded && (overview.isError || factor.isError) && (
        <LoadError
          className="min-h-40"
          busy={overview.isFetching || factor.isFetching}
          onRetry={() => void Promise.all([overview.refetch(), factor.refetch()])}
        />
      )}
      {!loaded && !overview.isError && !factor.isError && (
        <SkeletonGroup>
          <Skeleton className="h-40" />
        </SkeletonGroup>
      )}
      {loaded && isBlocked && <BusyCampaigns campaigns={overview.data.busy} />}
      {loaded && !isBlocked && (
        <>
          <DeletionConsequences overview={overview.data} />
          {request.isError && !isShown && <Notice tone="failed">{errorText(request.error)}</Notice>}
          <ConfirmEmail value={email} onChange={setEmail} error={fields['email']} />
          {needsPassword && (
            <Field label="Your password" error={fields['password']}>
              <PasswordInput
                autoComplete="current-password"
                required
                value={password}
                onChange={(event) => {
                  setPassword(event.target.value);
                }}
              />
            </Field>
          )}
        </>
      )}
    </FormDialog>
  );
}

interface ConfirmEmailProps {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}

/** The user types the address of the account, so that nobody deletes the wrong one. */
function ConfirmEmail({ value, onChange, error }: ConfirmEmailProps) {
  const { email } = useUser();
  return (
    <Field label="Type your email to confirm" hint={email} error={error}>
      <TextInput
        type="email"
        autoComplete="off"
        required
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
        }}
      />
    </Field>
  );
}
