import { errorStatus, errorText, trpc } from '#client/app/trpc.ts';
import { toast } from '#client/ui/overlays/toast.tsx';

/** Makes the webhook, or replaces its secret; gives the secret to `onMade`. */
export function useNewSecret({ onMade, onEnd }: { onMade: (secret: string) => void; onEnd: () => void }) {
  const { optOuts } = trpc.useUtils();
  return trpc.optOuts.renewWebhookSecret.useMutation({
    onSuccess({ secret }) {
      onMade(secret);
    },
    onError(error) {
      toast.error(errorText(error, 'The secret could not be created. Please try again.'));
    },
    onSettled() {
      onEnd();
      return optOuts.webhook.invalidate();
    },
  });
}

/** Removes the webhook. */
export function useRemoveWebhook(onEnd: () => void) {
  const { optOuts } = trpc.useUtils();
  return trpc.optOuts.removeWebhook.useMutation({
    onSuccess() {
      toast.success('The webhook was removed.');
    },
    onError(error) {
      const isGone = errorStatus(error) === 404;
      toast.error(
        isGone
          ? 'The webhook was already removed.'
          : errorText(error, 'The webhook could not be removed. Please try again.'),
      );
    },
    onSettled() {
      onEnd();
      return optOuts.webhook.invalidate();
    },
  });
}
