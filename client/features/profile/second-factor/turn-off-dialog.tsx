import { trpc } from '#client/app/trpc.ts';
import { ConfirmMutation } from '#client/kit/confirm-mutation.tsx';
import { confirmed } from '#client/kit/outcome.ts';

/** Confirms, then turns two-step verification off. */
export default function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const { auth } = trpc.useUtils();
  const turnOff = trpc.auth.disableSecondFactor.useMutation(
    confirmed<{ message: string }>({
      done: ({ message }) => message,
      failed: 'It could not be turned off. Please try again.',
      refresh: () => auth.secondFactor.invalidate(),
      onClose,
    }),
  );
  return (
    <ConfirmMutation
      mutation={turnOff}
      input={undefined}
      onClose={onClose}
      title="Turn off two-step verification?"
      description="Your password alone is then enough to sign in. Your recovery codes no longer work."
      confirmLabel="Turn Off"
      danger
    />
  );
}
