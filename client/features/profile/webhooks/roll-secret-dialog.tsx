import { useState } from 'react';
import { OLD_SECRET_HOURS, type WebhookView } from '#shared/schemas/webhooks.ts';
import { trpc } from '#client/app/trpc.ts';
import { ConfirmMutation } from '#client/kit/confirm-mutation.tsx';
import { confirmed } from '#client/kit/outcome.ts';
import { SecretDialog } from '#client/ui/overlays/secret-dialog.tsx';
import { momentText } from '#client/ui/display/moment-text.ts';

/** Replaces the signing secret of an endpoint, and shows the new one once. */
export default function RollSecretDialog({
  webhook: { id },
  onClose,
}: {
  webhook: WebhookView;
  onClose: () => void;
}) {
  const { webhooks } = trpc.useUtils();
  const [rolled, setRolled] = useState<{ secret: string; until: string | null }>();
  const roll = trpc.webhooks.rotateSecret.useMutation({
    ...confirmed({ failed: 'The secret could not be replaced. Please try again.', onClose }),
    async onSuccess({ secret, webhook }) {
      setRolled({ secret, until: webhook.old_secret_until });
      await webhooks.list.invalidate();
    },
  });
  if (rolled !== undefined) {
    const until =
      rolled.until === null ? '' : ` The earlier one also signs until ${momentText(rolled.until)}.`;
    return (
      <SecretDialog
        title="The new signing secret"
        notice={`Copy the secret now. It is not shown again.${until}`}
        label="Signing secret"
        secret={rolled.secret}
        copyLabel="Copy Secret"
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmMutation
      mutation={roll}
      input={{ id }}
      onClose={onClose}
      title="Roll the signing secret?"
      description={`Hark makes a new secret. For ${String(OLD_SECRET_HOURS)} hours deliveries are signed with both, so that your program can change without missing one.`}
      cancelLabel="Keep"
      confirmLabel="Roll Secret"
    />
  );
}
