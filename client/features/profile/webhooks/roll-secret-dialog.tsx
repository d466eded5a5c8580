import { useState } from 'react';
import { OLD_SECRET_HOURS, type WebhookView } from '#shared/schemas/webhooks.ts';
import { errorText, trpc } from '#client/app/trpc.ts';
import { ConfirmDialog } from '#client/ui/overlays/confirm-dialog.tsx';
import { SecretDialog } from '#client/ui/overlays/secret-dialog.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';
import { timeText } from './webhook-text.ts';

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
    async onSuccess({ secret, webhook }) {
      setRolled({ secret, until: webhook.old_secret_until });
      await webhooks.list.invalidate();
    },
    onError(error) {
      toast.error(errorText(error, 'The secret could not be replaced. Please try again.'));
      onClose();
    },
  });
  if (rolled !== undefined) {
    const until = rolled.until === null ? '' : ` The earlier one also signs until ${timeText(rolled.until)}.`;
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
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Roll the signing secret?"
      description={`Hark makes a new secret. For ${String(OLD_SECRET_HOURS)} hours deliveries are signed with both, so that your program can change without missing one.`}
      cancelLabel="Keep"
      confirmLabel="Roll Secret"
      busy={roll.isPending}
      onConfirm={() => {
        roll.mutate({ id });
      }}
    />
  );
}
