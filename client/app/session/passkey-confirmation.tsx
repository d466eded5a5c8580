import { useMutation } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { loadCode } from '#client/app/loading/load-code.ts';
import { passkeyProblem } from '#client/app/passkeys/passkey-text.ts';
import { trpc } from '#client/app/trpc.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';
import { reauthentication } from './reauthentication.ts';

/** Confirms with a passkey that it is the user; shown to users who have one that works here. */
export function PasskeyConfirmation() {
  const { client } = trpc.useUtils();
  const { data } = trpc.auth.passkeys.useQuery();
  const confirm = useMutation({
    mutationFn: async () => {
      const { signWithPasskey } = await loadCode(() => import('#client/app/passkeys/passkey-device.ts'));
      const response = await signWithPasskey(await client.auth.beginPasskeyConfirmation.mutate());
      return client.auth.confirmWithPasskey.mutate({ response });
    },
    onSuccess: reauthentication.confirm,
    onError: (error) => {
      toast.error(passkeyProblem(error));
    },
  });
  if (data === undefined || data.passkeys.length === 0 || data.origin !== window.location.origin) return null;
  return (
    <Button
      variant="secondary"
      className="mt-4 w-full"
      icon={Fingerprint}
      busy={confirm.isPending}
      busyText="Waiting..."
      onClick={() => {
        confirm.mutate();
      }}
    >
      Use a Passkey
    </Button>
  );
}
