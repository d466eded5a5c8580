import { ConfirmDialog } from '#client/ui/overlays/confirm-dialog.tsx';
import { SecretDialog } from '#client/ui/overlays/secret-dialog.tsx';

export type WebhookQuestion = 'renew' | 'remove';

const QUESTIONS = {
  renew: {
    title: 'Renew the secret?',
    description: 'Requests that are signed with the present secret are refused at once.',
    confirmLabel: 'Renew',
  },
  remove: {
    title: 'Remove the webhook?',
    description: 'Its address stops working at once. The numbers that it sent stay on the list.',
    confirmLabel: 'Remove',
  },
};

interface WebhookDialogsProps {
  question: WebhookQuestion | undefined;
  /** A new secret, to be shown once. */
  secret: string | undefined;
  busy: boolean;
  onConfirm: (question: WebhookQuestion) => void;
  onClose: () => void;
}

/** Asks before the webhook changes, and shows its new secret. */
export default function WebhookDialogs({ question, secret, busy, onConfirm, onClose }: WebhookDialogsProps) {
  if (secret !== undefined)
    return (
      <SecretDialog
        title="The webhook is ready"
        notice="Copy the secret now. It is not shown again."
        label="Secret"
        secret={secret}
        copyLabel="Copy Secret"
        onClose={onClose}
      />
    );
  if (question === undefined) return null;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      {...QUESTIONS[question]}
      cancelLabel="Keep"
      danger
      busy={busy}
      onConfirm={() => {
        onConfirm(question);
      }}
    />
  );
}
