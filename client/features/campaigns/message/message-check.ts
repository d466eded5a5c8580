import { mayBeInvalidForAnyone, messageShape } from '#shared/messages/validate-message.ts';
import { placeholderProblem } from '#shared/messages/message-template.ts';
import type { ErrorTable } from '#client/features/campaigns/contact-file/error-table.ts';
import type { WizardState } from '#client/features/campaigns/wizard/wizard-state.ts';

/** Whether everyone on the list can be given the message; 'unknown' until the list was looked through with it. */
export type MessageCheck = 'fits' | 'unknown' | ErrorTable;

/**
 * Judges the message by the figures of the list. Only where these leave a doubt, as with a message of nothing but
 * optional columns or one near the limit, the list itself must be asked (`askMessageErrors`).
 */
export function messageCheck({ form, upload, messageErrors }: WizardState): MessageCheck {
  const message = form.message.trim();
  if (upload.status !== 'ready' || message === '' || placeholderProblem(message) !== null) return 'fits';
  const { longest, empty } = upload.summary;
  const isDoubtful = mayBeInvalidForAnyone(messageShape(message), longest, (field) => empty[field] !== 0);
  if (!isDoubtful) return 'fits';
  if (messageErrors?.message !== message) return 'unknown';
  return messageErrors.errors.lines.length === 0 ? 'fits' : messageErrors.errors;
}
