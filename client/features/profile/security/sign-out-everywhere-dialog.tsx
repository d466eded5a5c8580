import { useSession } from '#client/app/session/use-session.ts';
import { trpc } from '#client/app/trpc.ts';
import { ConfirmMutation } from '#client/kit/confirm-mutation.tsx';
import { confirmed } from '#client/kit/outcome.ts';
import { toast } from '#client/ui/overlays/toast.tsx';

/** Confirms and ends all sessions of the user, this one included. */
export default function SignOutEverywhereDialog({ onClose }: { onClose: () => void }) {
  const { signOut } = useSession();
  const end = trpc.auth.signOutEverywhere.useMutation({
    ...confirmed({ failed: 'The devices could not be signed out. Please try again.', onClose }),
    async onSuccess({ message }) {
      await signOut();
      toast.success(message);
    },
  });
  return (
    <ConfirmMutation
      mutation={end}
      input={undefined}
      onClose={onClose}
      title="Sign out everywhere?"
      description="You are signed out on this device too. Campaigns that are being sent continue, and API keys and webhooks stay on."
      confirmLabel="Sign Out"
    />
  );
}
