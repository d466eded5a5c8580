import { useState } from 'react';
import { paths } from '#client/app/routing/paths.ts';
import { trpc } from '#client/app/trpc.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Field } from '#client/ui/controls/field.tsx';
import { TextInput } from '#client/ui/controls/inputs.tsx';
import { TextLink } from '#client/ui/controls/link.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { NewPasswordField, passwordProblem } from '#client/domain/password/new-password-field.tsx';
import { verificationProblem, type Confirmation } from './use-confirmation.ts';

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
export function ConfirmWithPassword({ secret, email, confirmation }: ConfirmWithPasswordProps) {
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
      text="You registered in another browser, or somebody else did with your address, so the password that was set there no longer counts."
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
          owner={{ email }}
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
  return passwordProblem(error, verificationProblem(error));
}
