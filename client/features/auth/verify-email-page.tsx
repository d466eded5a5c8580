import { MailCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSearch, useLocation } from 'wouter';
import type { UserData } from '#shared/schemas/auth.ts';
import { paths } from '#client/app/routing/paths.ts';
import { errorCode, errorDetails, errorText, trpc } from '#client/app/trpc.ts';
import { Button, ButtonLink } from '#client/ui/controls/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Notice } from '#client/ui/display/notice.tsx';
import { Spinner } from '#client/ui/display/progress.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';
import { Field } from '#client/ui/controls/field.tsx';
import { TextInput } from '#client/ui/controls/inputs.tsx';
import { TextLink } from '#client/ui/controls/link.tsx';
import { useSession } from '#client/app/session/use-session.ts';
import { AuthLayout } from './auth-layout.tsx';
import { readPendingVerification, clearPendingVerification } from './pending-verification.ts';
import { NewPasswordField, passwordProblem } from './new-password-field.tsx';

/** Email verification: confirms the link the user followed and can resend the email. */
export default function VerifyEmailPage() {
  const secret = new URLSearchParams(useSearch()).get('uid');
  const [pending] = useState(() => readPendingVerification(localStorage));
  const confirmation = useConfirmation();
  const confirm = useConfirmationOnArrival(secret, confirmation);
  if (secret !== null && confirm.isError && errorCode(confirm.error) === 'PASSWORD_REQUIRED') {
    const { email = '' } = errorDetails(confirm.error);
    return <ConfirmWithPassword secret={secret} email={email} confirmation={confirmation} />;
  }
  return (
    <AuthLayout
      title="Verify your email"
      text={
        secret === null ? 'Open the link in the email we sent you to finish your registration.' : undefined
      }
    >
      {pending.email !== null && (
        <p className="flex items-center gap-3 rounded-card border border-line bg-surface px-4 py-3.5">
          <Icon icon={MailCheck} size={19} className="text-accent" />
          <span className="min-w-0 truncate font-medium">{pending.email}</span>
        </p>
      )}
      {confirm.isPending && (
        <p role="status" className="mt-4 flex items-center gap-2.5 text-ink-2">
          <Spinner /> Verifying your email...
        </p>
      )}
      {confirm.isError && (
        <Notice tone="failed" className="mt-4">
          {confirmationError(confirm.error)}
        </Notice>
      )}
      <div className="mt-5 flex flex-col gap-2.5">
        <ResendButton userId={pending.userId} />
        <ButtonLink variant="secondary" size="lg" href={paths.signIn}>
          Go to Login Page
        </ButtonLink>
      </div>
    </AuthLayout>
  );
}

/** Confirms the link's secret once on mount. */
function useConfirmationOnArrival(secret: string | null, confirmation: Confirmation) {
  const sent = useRef<string>(undefined);
  const confirm = trpc.auth.confirmEmail.useMutation({
    onSuccess: confirmation.onSuccess,
    onError: confirmation.onUsed,
  });
  const { mutate } = confirm;
  useEffect(() => {
    if (secret === null || sent.current === secret) return;
    sent.current = secret;
    mutate({ uid: secret });
  }, [secret, mutate]);
  return confirm;
}

function confirmationError(error: unknown): string {
  const hasResponse = errorCode(error) !== undefined;
  return hasResponse
    ? errorText(error, 'Email verification failed')
    : 'Email verification failed. Please try again.';
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

interface ConfirmWithPasswordProps {
  /** The secret from the emailed link. */
  secret: string;
  /** The email address to confirm. */
  email: string;
  confirmation: Confirmation;
}

/**
 * Shown when a verification link is opened in a browser that did not register: someone else may have chosen the
 * password, so confirming the address sets a new one.
 */
function ConfirmWithPassword({ secret, email, confirmation }: ConfirmWithPasswordProps) {
  const [password, setPassword] = useState('');
  const confirm = trpc.auth.confirmEmailWithPassword.useMutation({
    onSuccess: confirmation.onSuccess,
    onError: (error) => {
      if (!confirmation.onUsed(error)) toast.error(problemOf(error));
    },
  });
  return (
    <AuthLayout
      title="Choose your password"
      text="To confirm your email on this device, choose a password. It replaces the one that was set at registration."
      footer={<TextLink href={paths.signIn}>Go to Login Page</TextLink>}
    >
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          confirm.mutate({ uid: secret, password });
        }}
      >
        <Field label="Email">
          <TextInput type="email" autoComplete="username" readOnly value={email} />
        </Field>
        <NewPasswordField
          value={password}
          onChange={setPassword}
          problem={confirm.isError ? problemOf(confirm.error) : undefined}
        />
        <Button type="submit" size="lg" busy={confirm.isPending} busyText="Confirming...">
          Confirm email
        </Button>
        <p className="text-sm text-ink-3">
          If you did not register with Hark, close this page. Your email will not be confirmed.
        </p>
      </form>
    </AuthLayout>
  );
}

function problemOf(error: unknown): string {
  return passwordProblem(error, 'Email verification failed');
}

/** Handlers for the result of an email confirmation, for both calls that confirm an address. */
interface Confirmation {
  /** Signs in and opens the dashboard. */
  onSuccess(result: { user_data: UserData }): void;
  /** Opens the sign-in page if the error says that the address is already verified. Returns whether it did. */
  onUsed(error: unknown): boolean;
}

/** Shared success and error handling of both confirmation calls. */
function useConfirmation(): Confirmation {
  const { signedIn } = useSession();
  const [, navigate] = useLocation();
  return {
    onSuccess({ user_data }) {
      toast.success('Email verified successfully! Registration completed.');
      clearPendingVerification(localStorage);
      signedIn(user_data);
      navigate(paths.dashboard);
    },
    onUsed(error) {
      if (errorCode(error) !== 'LINK_USED') return false;
      toast.success('Registration completed successfully!');
      clearPendingVerification(localStorage);
      navigate(paths.signIn);
      return true;
    },
  };
}
