import { MailCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { paths } from '#client/app/routing/paths.ts';
import {
  readPendingVerification,
  writePendingVerification,
} from '#client/app/session/pending-verification.ts';
import { errorCode, errorDetails, errorText, trpc } from '#client/app/trpc.ts';
import { useUrlState } from '#client/kit/url-state.ts';
import { Button, ButtonLink } from '#client/ui/controls/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Notice } from '#client/ui/display/notice.tsx';
import { Spinner } from '#client/ui/display/progress.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { ConfirmWithPassword } from './confirm-with-password.tsx';
import { CorrectEmail } from './correct-email.tsx';
import { linkUrl } from './link-url.ts';
import { useConfirmation, verificationProblem, type Confirmation } from './use-confirmation.ts';
import { useVerificationElsewhere } from './use-verification-elsewhere.ts';

/** Email verification: confirms the link the user followed, or waits until it is followed elsewhere. */
export default function VerifyEmailPage() {
  const { uid: secret } = useUrlState(linkUrl).shown;
  const [pending, setPending] = useState(() => readPendingVerification(localStorage));
  const confirmation = useConfirmation();
  const confirm = useConfirmationOnArrival(secret, confirmation);
  const waiting = useVerificationElsewhere(confirm.isPending ? null : pending, confirmation);
  if (secret !== '' && confirm.isError && errorCode(confirm.error) === 'PASSWORD_REQUIRED') {
    const { email = '' } = errorDetails(confirm.error);
    return <ConfirmWithPassword secret={secret} email={email} confirmation={confirmation} />;
  }
  return (
    <AuthLayout
      title="Verify your email"
      text={secret === '' ? 'Open the link in the email we sent you to finish your registration.' : undefined}
    >
      {pending.email !== null && <PendingEmail email={pending.email} />}
      {confirm.isPending && (
        <p role="status" className="mt-4 flex items-center gap-2.5 text-ink-2">
          <Spinner /> Verifying your email...
        </p>
      )}
      {confirm.isError && (
        <Notice tone="failed" className="mt-4">
          {verificationProblem(confirm.error)}
        </Notice>
      )}
      {waiting === 'notHere' && (
        <Notice tone="info" className="mt-4" title="You did not register in this browser">
          You can still open the link here: it asks you to choose a password. If you cannot find the email,
          resend it.
        </Notice>
      )}
      {waiting === 'ended' && (
        <Notice tone="info" className="mt-4" title="This page no longer waits">
          If you confirmed your email on another device, log in with the password you chose there.
        </Notice>
      )}
      <div className="mt-5 flex flex-col gap-2.5">
        <ResendButton userId={pending.userId} />
        <ButtonLink variant="secondary" size="lg" href={paths.signIn}>
          Go to Login Page
        </ButtonLink>
      </div>
      {waiting === 'waiting' && pending.userId !== null && (
        <CorrectEmail
          onCorrected={(email) => {
            writePendingVerification(localStorage, email, pending.userId ?? '');
            setPending({ ...pending, email });
          }}
          onVerified={confirmation.onUsed}
        />
      )}
    </AuthLayout>
  );
}

function PendingEmail({ email }: { email: string }) {
  return (
    <p className="flex items-center gap-3 rounded-card border border-line bg-surface px-4 py-3.5">
      <Icon icon={MailCheck} size={19} className="text-accent" />
      <span className="min-w-0 truncate font-medium">{email}</span>
    </p>
  );
}

/** Confirms the link's secret once on mount. */
function useConfirmationOnArrival(secret: string, confirmation: Confirmation) {
  const sent = useRef<string>(undefined);
  const confirm = trpc.auth.confirmEmail.useMutation({
    onSuccess: confirmation.onSuccess,
    onError: confirmation.onUsed,
  });
  const { mutate } = confirm;
  useEffect(() => {
    if (secret === '' || sent.current === secret) return;
    sent.current = secret;
    mutate({ uid: secret });
  }, [secret, mutate]);
  return confirm;
}

function ResendButton({ userId }: { userId: string | null }) {
  const resend = trpc.auth.resendVerification.useMutation({
    onSuccess: () => {
      toast.success('Verification email resent successfully!');
    },
    onError: (error) => {
      toast.error(errorText(error, 'Failed to resend verification email'));
    },
  });
  const send = () => {
    if (userId === null) toast.error('No pending verification found');
    else resend.mutate({ user_id: userId });
  };
  return (
    <Button size="lg" busy={resend.isPending} onClick={send}>
      Resend Verification Email
    </Button>
  );
}
