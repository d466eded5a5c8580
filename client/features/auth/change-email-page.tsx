import { useLocation } from 'wouter';
import { paths } from '#client/app/routing/paths.ts';
import { useSession } from '#client/app/session/use-session.ts';
import { errorText, trpc } from '#client/app/trpc.ts';
import { useUrlState } from '#client/kit/url-state.ts';
import { Button, ButtonLink } from '#client/ui/controls/button.tsx';
import { Notice } from '#client/ui/display/notice.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { linkUrl } from './link-url.ts';

/** Confirms a new email address; opened from the emailed link. A click confirms, since mail scanners open links too. */
export default function ChangeEmailPage() {
  const { token } = useUrlState(linkUrl).shown;
  const { user } = useSession();
  const home = user === null ? paths.signIn : paths.profile;
  const homeLabel = user === null ? 'Go to Login' : 'Go to My Profile';
  if (token === '') {
    return (
      <AuthLayout
        title="This link is incomplete"
        text="Open the full link from the email, or request a new one on your profile."
      >
        <ButtonLink href={home} size="lg" className="w-full">
          {homeLabel}
        </ButtonLink>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title="Confirm your new email"
      text="From then on you sign in with it. All other devices are signed out."
    >
      <ConfirmChange token={token} />
      <ButtonLink href={home} size="lg" variant="secondary" className="mt-2.5 w-full">
        {homeLabel}
      </ButtonLink>
    </AuthLayout>
  );
}

function ConfirmChange({ token }: { token: string }) {
  const { user, updateUser } = useSession();
  const [, navigate] = useLocation();
  const utils = trpc.useUtils();
  const confirm = trpc.auth.confirmEmailChange.useMutation({
    onSuccess: async ({ message, email, own }) => {
      toast.success(message);
      // The link may belong to another account than the one that is signed in here.
      if (own) updateUser({ email });
      await utils.auth.userInfo.invalidate();
      navigate(user === null ? paths.signIn : paths.profile);
    },
  });
  return (
    <>
      {confirm.isError && (
        <Notice tone="failed" className="mb-5">
          {errorText(confirm.error)}
        </Notice>
      )}
      <Button
        size="lg"
        className="w-full"
        busy={confirm.isPending}
        busyText="Confirming..."
        onClick={() => {
          confirm.mutate({ token });
        }}
      >
        Confirm new email
      </Button>
    </>
  );
}
