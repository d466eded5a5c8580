import { placeholderProblem } from '#shared/message-template.ts';
import { STEPS, type WizardModal, type WizardState } from './wizard-state.ts';

/** What keeps Continue from leaving a step: a modal, a note on the page itself, or a file that is still being read. */
export type Refusal = { show: 'modal'; modal: WizardModal } | { show: 'names' } | { show: 'nothing' };

const modal = (kind: 'missing' | 'field', message: string): Refusal => ({
  show: 'modal',
  modal: { kind, message },
});

/** Why the step at hand cannot be left forwards yet (B §5), or null. */
export function refusalOf({ step, form, upload }: WizardState): Refusal | null {
  switch (step) {
    case STEPS.name:
      return isBlank(form.name) || isBlank(form.description) ? { show: 'names' } : null;
    case STEPS.upload:
      if (upload.status === 'reading') return { show: 'nothing' };
      return upload.status === 'ready' ? null : modal('field', 'Please upload a valid CSV file');
    case STEPS.message:
      return messageRefusal(form.message);
    case STEPS.voice:
      return form.voiceId === null ? modal('missing', 'Please select a voice') : null;
    case STEPS.schedule:
      return form.startDate === null ? modal('missing', 'Please select dates and frequency') : null;
    default:
      return null;
  }
}

function messageRefusal(message: string): Refusal | null {
  if (isBlank(message)) return modal('missing', 'Please enter a message');
  const problem = placeholderProblem(message);
  return problem === null ? null : modal('field', problem);
}

/** Why the campaign cannot be published (B §5, "Creation"), or null. */
export function publishRefusal({ form, upload }: WizardState): string | null {
  if (upload.status === 'none' || upload.status === 'rejected') {
    return 'No CSV file found. Please upload a file first.';
  }
  return isBlank(form.name) || isBlank(form.message) ? 'Please fill in campaign name and message.' : null;
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}
