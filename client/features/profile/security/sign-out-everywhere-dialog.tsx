import { useSession } from '#client/app/session/use-session.ts';
import { errorText, trpc } from '#client/app/trpc.ts';
import { ConfirmDialog } from '#client/ui/overlays/confirm-dialog.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';

/** Confirms and ends all sessions of the user, this one included. */
export default function SignOutEverywhereDialog({ onClose }: { onClose: () => void }) {
  const { signOut } = useSession();
  const end = trpc.auth.signOutEverywhere.useMutation({
    async onSuccess({ message }) {
      await signOut();
      toast.success(message);
    },
    onError(error) {
      toast.error(errorText(error, 'The devices could not be signed out. Please try again.'));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Sign out everywhere?"
      description="You are signed out on this device too. Campaigns that are being sent continue, and API keys and webhooks stay on."
      cancelLabel="Cancel"
      confirmLabel="Sign Out"
      busy={end.isPending}
      onConfirm={() => {
        end.mutate();
      }}
    />
  );
}
