import { Suspense, useState, type SubmitEvent } from 'react';
import type { UserData } from '#shared/schemas/account/auth.ts';
import { Redirect, useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { lazyOnAction } from '#client/app/loading/lazy-with-preload.ts';
import { paths } from '#client/app/routing/paths.ts';
import { isAccountClosed, isReturnTo, signInDestination } from '#client/app/session/return-to.ts';
import { errorCode, errorDetails, errorText, trpc } from '#client/app/trpc.ts';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { writePendingVerification } from '#client/app/session/pending-verification.ts';
import { useSession } from '#client/app/session/use-session.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Field } from '#client/ui/controls/field.tsx';
import { PasswordInput, TextInput } from '#client/ui/controls/inputs.tsx';
import { TextLink } from '#client/ui/controls/link.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';
import { Notice } from '#client/ui/display/notice.tsx';
import { AuthLayout } from './auth-layout.tsx';

const SecondStep = lazyOnAction(() => import('./second-step.tsx'));
const PasswordResetDialog = lazyOnAction(() => import('./password-reset-dialog.tsx'));

/** Sign-in page. Redirects signed-in users to the page where their session expired, otherwise to the dashboard. */
export default function SignInPage() {
  const { user } = useSession();
  const historyState: unknown = useHistoryState();
  const [secondStep, setSecondStep] = useState(false);
  if (user !== null) return <Redirect to={signInDestination(historyState, user.uid)} replace />;
  if (secondStep) {
    return (
      <Suspense>
        <SecondStep
          onCancel={() => {
            setSecondStep(false);
          }}
        />
      </Suspense>
    );
  }
  return (
    <AuthLayout
      title="Log in"
      text={isAccountClosed(historyState) ? undefined : 'Good to have you back.'}
      footer={
        <>
          New to Hark? <TextLink href={paths.signUp}>Sign up</TextLink>
        </>
      }
    >
      {isReturnTo(historyState) && (
        <Notice tone="info" title="Your session has ended" className="mb-6">
          Log in again to continue.
        </Notice>
      )}
      {isAccountClosed(historyState) && (
        <Notice tone="info" title="Your account is being deleted" className="mb-6">
          You are signed out everywhere. We mail you when everything in it is erased.
        </Notice>
      )}
      <SignInForm
        onPasswordAccepted={() => {
          setSecondStep(true);
        }}
      />
      <PasskeySignIn className="mt-3 w-full" />
      <ForgottenPassword />
    </AuthLayout>
  );
}

/** `onPasswordAccepted`: the password is right, and the account has a second factor. */
function SignInForm({ onPasswordAccepted }: { onPasswordAccepted: () => void }) {
  const { signedIn } = useSession();
  const [, navigate] = useLocation();
  const login = trpc.auth.login.useMutation({
    // A proxy may have replaced the response.
    onSuccess: ({ user_data }: { user_data?: UserData }) => {
      if (user_data === undefined) toast.error('Login failed');
      else signedIn(user_data);
    },
    onError: (error, { email }) => {
      if (errorCode(error) === 'SECOND_FACTOR_REQUIRED') {
        onPasswordAccepted();
        return;
      }
      const userId = errorCode(error) === 'EMAIL_NOT_VERIFIED' ? errorDetails(error).user_id : undefined;
      // It must outlast this page, which it would otherwise leave with.
      toast.error(errorText(error), { onEveryPage: userId !== undefined });
      if (userId === undefined) return;
      writePendingVerification(localStorage, email, userId);
      navigate(paths.verifyEmail);
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    login.mutate({ email: text(form.get('email')), password: text(form.get('password')) });
  };
  return (
    <form method="post" className="flex flex-col gap-5" data-prefetch={paths.dashboard} onSubmit={submit}>
      <Field label="Email">
        <TextInput
          name="email"
          type="text"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field label="Password">
        <PasswordInput name="password" autoComplete="current-password" />
      </Field>
      <Button type="submit" size="lg" busy={login.isPending} busyText="Logging in...">
        Log in
      </Button>
    </form>
  );
}

/** A link and its dialog; the dialog's code is loaded when it first opens. */
function ForgottenPassword() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        className="mt-2 w-full"
        onClick={() => {
          setOpen(true);
        }}
      >
        Forgot your password?
      </Button>
      <Suspense>
        {open && (
          <PasswordResetDialog
            onClose={() => {
              setOpen(false);
            }}
          />
        )}
      </Suspense>
    </>
  );
}

function text(value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? value : '';
}
