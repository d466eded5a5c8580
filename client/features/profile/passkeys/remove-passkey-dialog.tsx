import type { PasskeyView } from '#shared/schemas/account/passkeys.ts';
import { trpc } from '#client/app/trpc.ts';
import { ConfirmMutation } from '#client/kit/confirm-mutation.tsx';
import { confirmed } from '#client/kit/outcome.ts';

/** Confirms and removes a passkey. */
export default function RemovePasskeyDialog({
  passkey: { id, name },
  onClose,
}: {
  passkey: PasskeyView;
  onClose: () => void;
}) {
  const { auth } = trpc.useUtils();
  const remove = trpc.auth.removePasskey.useMutation(
    confirmed({
      done: `${name} was removed.`,
      gone: `${name} was already removed.`,
      failed: 'The passkey could not be removed. Please try again.',
      refresh: () => auth.passkeys.invalidate(),
      onClose,
    }),
  );
  return (
    <ConfirmMutation
      mutation={remove}
      input={{ id }}
      onClose={onClose}
      title={`Remove ${name}?`}
      description="It no longer signs in. Remove it from your device too."
      confirmLabel="Remove"
      danger
    />
  );
}
