import { placeholderProblem } from '#shared/messages/message-template.ts';
import { messageCheck } from '#client/features/campaigns/message/message-check.ts';
import { STEPS, type WizardModal, type WizardState } from './wizard-state.ts';

/**
 * What keeps Continue from leaving a step: a modal, a note on the page itself, or a look through the
 * file that is still under way.
 */
export type StepBlocker = { show: 'modal'; modal: WizardModal } | { show: 'names' } | { show: 'nothing' };

const modal = (kind: 'missing' | 'field', message: string): StepBlocker => ({
  show: 'modal',
  modal: { kind, message },
});

/** Why the step at hand cannot be left forwards yet (B §5), or null. */
export function stepBlocker(state: WizardState): StepBlocker | null {
  const { step, form, upload } = state;
  switch (step) {
    case STEPS.name:
      return isBlank(form.name) || isBlank(form.description) ? { show: 'names' } : null;
    case STEPS.upload:
      if (upload.status === 'reading') return { show: 'nothing' };
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
  const check = messageCheck(state);
  if (check === 'fits') return null;
  return check === 'unknown'
    ? { show: 'nothing' }
    : { show: 'modal', modal: { kind: 'misfits', errors: check } };
}

export const NO_FILE = 'No CSV file found. Please upload a file first.';

/** Why the campaign cannot be published (B §5, "Creation"), or null. */
export function publishBlocker({ form, upload }: WizardState): string | null {
  if (upload.status === 'none' || upload.status === 'rejected') {
    return NO_FILE;
  }
  return isBlank(form.name) || isBlank(form.message) ? 'Please fill in campaign name and message.' : null;
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}
