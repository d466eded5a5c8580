import { useMutation } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { loadCode } from '#client/app/loading/load-code.ts';
import { passkeyProblem, supportsPasskeys } from '#client/app/passkeys/passkey-text.ts';
import { trpc } from '#client/app/trpc.ts';
import { useSession } from '#client/app/session/use-session.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';

/** Signs in with a passkey, without a password or a code. */
export function PasskeySignIn({ className = '' }: { className?: string }) {
  const { signedIn } = useSession();
  const { client } = trpc.useUtils();
  const signIn = useMutation({
    mutationFn: async () => {
      const { signWithPasskey } = await loadCode(() => import('#client/app/passkeys/passkey-device.ts'));
      const response = await signWithPasskey(await client.auth.beginPasskeySignIn.mutate());
      return client.auth.signInWithPasskey.mutate({ response });
    },
    onSuccess: ({ user_data }) => {
      signedIn(user_data);
    },
    onError: (error) => {
      toast.error(passkeyProblem(error));
    },
  });
  if (!supportsPasskeys()) return null;
  return (
    <Button
      variant="secondary"
      size="lg"
      className={className}
      icon={Fingerprint}
      busy={signIn.isPending}
      busyText="Waiting..."
      onClick={() => {
        signIn.mutate();
      }}
    >
      Sign in with a passkey
    </Button>
  );
}
