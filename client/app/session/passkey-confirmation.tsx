import { PasskeyButton } from '#client/app/passkeys/passkey-button.tsx';
import { trpc } from '#client/app/trpc.ts';
import { reauthentication } from './reauthentication.ts';

/** Confirms with a passkey that it is the user; shown to users who have one that works here. */
export function PasskeyConfirmation() {
  const { client } = trpc.useUtils();
  const { data } = trpc.auth.passkeys.useQuery();
  if (data === undefined || data.passkeys.length === 0 || data.origin !== window.location.origin) return null;
  return (
    <PasskeyButton
      label="Use a Passkey"
      className="mt-4 w-full"
      begin={() => client.auth.beginPasskeyConfirmation.mutate()}
      finish={(response) => client.auth.confirmWithPasskey.mutate({ response })}
      onSuccess={reauthentication.confirm}
    />
  );
}
