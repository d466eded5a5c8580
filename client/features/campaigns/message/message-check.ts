import { mayBeInvalidForAnyone, messageShape } from '#shared/messages/validate-message.ts';
import { placeholderProblem } from '#shared/messages/message-template.ts';
import type { ErrorTable } from '#client/features/campaigns/contact-file/error-table.ts';
import type { WizardState } from '#client/features/campaigns/wizard/wizard-state.ts';

/** Whether the message is valid for every contact; `pending` until the file has been read with it. */
export type MessageCheck = { kind: 'valid' } | { kind: 'pending' } | { kind: 'invalid'; errors: ErrorTable };

/**
 * Validates the message by the statistics of the file. If these are inconclusive, for example for a message of optional
 * placeholders only, the file itself must be read (`requestMessageErrors`).
 */
export function checkMessage({ form, upload, messageErrors }: WizardState): MessageCheck {
  const message = form.message.trim();
  if (upload.status !== 'ready' || message === '' || placeholderProblem(message) !== null)
    return { kind: 'valid' };
  const { longest, empty } = upload.summary;
  const isInconclusive = mayBeInvalidForAnyone(messageShape(message), longest, (field) => empty[field] !== 0);
  if (!isInconclusive) return { kind: 'valid' };
  if (messageErrors?.message !== message) return { kind: 'pending' };
  const { errors } = messageErrors;
  return errors.lines.length === 0 ? { kind: 'valid' } : { kind: 'invalid', errors };
}
