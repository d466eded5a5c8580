import { PasskeyButton, type PasskeyButtonProps } from '#client/app/passkeys/passkey-button.tsx';
import { trpc } from '#client/app/trpc.ts';

/** A button that proves with a passkey who the user is; shown to users who have one that works here. */
export function OwnPasskey<Result>(
  props: Pick<PasskeyButtonProps<Result>, 'begin' | 'finish' | 'onSuccess'>,
) {
  const { data } = trpc.auth.passkeys.useQuery();
  if (data === undefined || data.passkeys.length === 0 || data.origin !== window.location.origin) return null;
  return <PasskeyButton label="Use a Passkey" className="mt-4 w-full" {...props} />;
}
