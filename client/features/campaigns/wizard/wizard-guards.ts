import { placeholderProblem } from '#shared/messages/message-template.ts';
import { mayBeInvalidForAnyone, messageShape } from '#shared/messages/validate-message.ts';
import type { ErrorTable } from '#client/features/campaigns/contact-file/error-table.ts';
import { STEPS, type WizardModal, type WizardState } from './wizard-state.ts';

/** Why Continue does not leave a step: a modal, missing required fields, or a validation in progress. */
type StepBlocker =
  { kind: 'modal'; modal: WizardModal } | { kind: 'requiredFields' } | { kind: 'inProgress' };

const modal = (kind: 'missing' | 'field', message: string): StepBlocker => ({
  kind: 'modal',
  modal: { kind, message },
});

/** Returns why the current step cannot be completed yet, or null. */
export function stepBlocker(state: WizardState): StepBlocker | null {
  const { step, form, upload } = state;
  switch (step) {
    case STEPS.name:
      return isBlank(form.name) || isBlank(form.description) ? { kind: 'requiredFields' } : null;
    case STEPS.upload:
      if (upload.status === 'reading') return { kind: 'inProgress' };
      return upload.status === 'ready' ? null : modal('field', 'Please upload a valid CSV file');
    case STEPS.message:
      return messageBlocker(state);
    case STEPS.voice:
      return form.voiceId === null ? modal('missing', 'Please select a voice') : null;
    case STEPS.schedule:
      return form.startDate === null ? modal('missing', 'Please select dates and frequency') : null;
    default:
      return null;
  }
}

function messageBlocker(state: WizardState): StepBlocker | null {
  const { message } = state.form;
  if (isBlank(message)) return modal('missing', 'Please enter a message');
  const problem = placeholderProblem(message);
  if (problem !== null) return modal('field', problem);
  const check = checkMessage(state);
  switch (check.kind) {
    case 'valid':
      return null;
    case 'pending':
      return { kind: 'inProgress' };
    case 'invalid':
      return { kind: 'modal', modal: { kind: 'messageErrors', errors: check.errors } };
  }
}

export const NO_FILE = 'No CSV file found. Please upload a file first.';

/** Returns why the campaign cannot be published, or null. */
export function publishBlocker({ form, upload }: WizardState): string | null {
  if (upload.status === 'none' || upload.status === 'rejected') {
    return NO_FILE;
  }
  return isBlank(form.name) || isBlank(form.message) ? 'Please fill in campaign name and message.' : null;
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** Whether the message is valid for every contact; `pending` until the file has been read with it. */
type MessageCheck = { kind: 'valid' } | { kind: 'pending' } | { kind: 'invalid'; errors: ErrorTable };

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
