import { useState } from 'react';
import { useLocation } from 'wouter';
import { paths } from '#client/app/routing/paths.ts';
import { trpc } from '#client/app/trpc.ts';
import { useSession } from '#client/app/session/use-session.ts';
import { useUrlState } from '#client/kit/url-state.ts';
import { Button, ButtonLink } from '#client/ui/controls/button.tsx';
import { TextLink } from '#client/ui/controls/link.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { linkUrl } from './link-url.ts';
import { NewPasswordField, passwordProblem } from '#client/domain/password/new-password-field.tsx';

/** Sets a new password; opened from the emailed link. */
export default function ResetPasswordPage() {
  const { token } = useUrlState(linkUrl).shown;
  if (token === '') {
    return (
      <AuthLayout
        title="This link is incomplete"
        text="Open the full link from the email, or request a new one."
      >
        <ButtonLink href={paths.signIn} size="lg" className="w-full">
          Go to Login
        </ButtonLink>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title="Choose a new password"
      text="This signs you out on all devices."
      footer={<TextLink href={paths.signIn}>Back to login</TextLink>}
    >
      <ResetPasswordForm token={token} />
    </AuthLayout>
  );
}

/** A single password field, validated by the server. */
function ResetPasswordForm({ token }: { token: string }) {
  const { expired } = useSession();
  const [, navigate] = useLocation();
  const [password, setPassword] = useState('');
  const reset = trpc.auth.resetPassword.useMutation({
    onSuccess: ({ message }) => {
      toast.success(message);
      expired();
      navigate(paths.signIn);
    },
    onError: (error) => {
      toast.error(passwordProblem(error));
    },
  });
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        reset.mutate({ token, password });
      }}
    >
      <NewPasswordField
        value={password}
        onChange={setPassword}
        problem={reset.isError ? passwordProblem(reset.error) : undefined}
      />
      <Button type="submit" size="lg" busy={reset.isPending} busyText="Saving...">
        Save password
      </Button>
    </form>
  );
}
