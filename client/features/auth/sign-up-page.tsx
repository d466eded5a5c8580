import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { Resolver } from 'react-hook-form';
import { Redirect, useLocation } from 'wouter';
import { paths } from '#client/app/routing/paths.ts';
import { errorCode, errorDetails, errorText, trpc } from '#client/app/trpc.ts';
import { writePendingVerification } from '#client/app/session/pending-verification.ts';
import { useSession } from '#client/app/session/use-session.ts';
import { useCheckedForm } from '#client/kit/form.ts';
import { Button, ButtonLink } from '#client/ui/controls/button.tsx';
import { Field } from '#client/ui/controls/field.tsx';
import { TextInput } from '#client/ui/controls/inputs.tsx';
import { TextLink } from '#client/ui/controls/link.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';
import { Notice } from '#client/ui/display/notice.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { NewPasswordInput } from '#client/domain/password/new-password-input.tsx';
import type { SignUpValues } from './sign-up-rules.ts';

/** The rules pull in a validation library, so they are loaded on the first input. */
const loadRules = () => import('./sign-up-rules.ts');
const resolver: Resolver<SignUpValues> = async (...form) => (await loadRules()).signUpRules(...form);

const FIELDS = ['display_name', 'email', 'password'] as const;

/** Registration page. Redirects users who are signed in already to the dashboard. */
export default function SignUpPage() {
  const { user } = useSession();
  const [done, setDone] = useState(false);
  if (done) return <SignedUp />;
  if (user !== null) return <Redirect to={paths.dashboard} replace />;
  return (
    <AuthLayout
      title="Create your account"
      text="Your first campaign is a few minutes away."
      footer={
        <>
          Already have an account? <TextLink href={paths.signIn}>Log in</TextLink>
        </>
      }
    >
      <SignUpForm
        onDone={() => {
          setDone(true);
        }}
      />
    </AuthLayout>
  );
}

function SignUpForm({ onDone }: { onDone: () => void }) {
  const form = useCheckedForm(resolver, { display_name: '', email: '', password: '' });
  const { register: field, errorOf } = form;
  const { display_name, email, password } = form.watch();
  const register = useRegistration(onDone, (name, message) => {
    form.setError(name, { message }, { shouldFocus: true });
  });
  return (
    <form
      method="post"
      noValidate
      className="flex flex-col gap-5"
      onFocus={() => void loadRules()}
      onSubmit={(event) =>
        void form.handleSubmit((values) => {
          register.mutate(values);
        })(event)
      }
    >
      <Field label="Full name" error={errorOf('display_name')}>
        <TextInput autoComplete="name" required {...field('display_name')} />
      </Field>
      <Field label="Email" error={errorOf('email')}>
        <TextInput type="email" autoComplete="email" required {...field('email')} />
      </Field>
      <Field label="Password" hint="At least 8 characters" error={errorOf('password')}>
        <NewPasswordInput
          password={password}
          owner={{ email, displayName: display_name }}
          {...field('password')}
        />
      </Field>
      <Button type="submit" size="lg" busy={register.isPending} busyText="Creating account...">
        Sign up
      </Button>
      <LegalNote />
    </form>
  );
}

/** Registers the user; then either signs in or continues with email verification. */
function useRegistration(
  onDone: () => void,
  onRefused: (field: (typeof FIELDS)[number], message: string) => void,
) {
  const { signedIn } = useSession();
  const [, navigate] = useLocation();
  return trpc.auth.register.useMutation({
    onSuccess: ({ user_data, user_id }, { email }) => {
      if (user_data !== undefined) {
        // First, as the page redirects a user who has not just signed up.
        flushSync(onDone);
        signedIn(user_data);
      } else if (user_id !== undefined) {
        writePendingVerification(localStorage, email, user_id);
        navigate(paths.verifyEmail);
      } else {
        toast.error('Registration failed');
      }
    },
    onError: (error) => {
      toast.error(errorText(error));
      if (errorCode(error) === 'ALREADY_EXISTS') onRefused('email', errorText(error));
      const problems = errorDetails(error).fields ?? {};
      for (const field of FIELDS) {
        if (problems[field] !== undefined) onRefused(field, problems[field]);
      }
    },
  });
}

function LegalNote() {
  const { links } = useSession();
  return (
    <p className="text-sm text-ink-3">
      By signing up you agree to our{' '}
      <TextLink href={links.termsUrl} target="_blank" rel="noreferrer">
        terms
      </TextLink>{' '}
      and our{' '}
      <TextLink href={links.privacyUrl} target="_blank" rel="noreferrer">
        privacy policy
      </TextLink>
      .
    </p>
  );
}

/** Shown after registration. The button goes to /auth/signin, which redirects signed-in users. */
function SignedUp() {
  return (
    <AuthLayout title="Registration Successful!">
      <Notice tone="delivered" title="Your account has been created successfully.">
        You can now use your email and password to log in directly.
      </Notice>
      <ButtonLink href={paths.signIn} size="lg" className="mt-5 w-full">
        Go to Login
      </ButtonLink>
    </AuthLayout>
  );
}
