import { useSyncExternalStore } from 'react';
import { PasskeyButton } from '#client/app/passkeys/passkey-button.tsx';
import { supportsPasskeys } from '#client/app/passkeys/passkey-text.ts';
import { trpc } from '#client/app/trpc.ts';
import { useSession } from '#client/app/session/use-session.ts';

/** Signs in with a passkey, without a password or a code. */
export function PasskeySignIn({ className = '' }: { className?: string }) {
  const { signedIn } = useSession();
  const { client } = trpc.useUtils();
  // The page is rendered before it is in a browser, and nearly all of them can.
  const isSupported = useSyncExternalStore(subscribeToNothing, supportsPasskeys, () => true);
  if (!isSupported) return null;
  return (
    <PasskeyButton
      label="Sign in with a passkey"
      size="lg"
      className={className}
      begin={() => client.auth.beginPasskeySignIn.mutate()}
      finish={(response) => client.auth.signInWithPasskey.mutate({ response })}
      onSuccess={({ user_data }) => {
        signedIn(user_data);
      }}
    />
  );
}

function subscribeToNothing(): () => void {
  return () => undefined;
}
