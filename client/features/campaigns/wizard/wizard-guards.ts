import { lintMessage, refusedFindings } from '#shared/messages/message-lint.ts';
import { placeholderProblem, type OwnNames } from '#shared/messages/message-template.ts';
import { CONTACT_COLUMNS } from '#shared/contacts/columns/contact-columns.ts';
import { mayBeInvalidForAnyone, messageShape } from '#shared/messages/validate-message.ts';
import { WRONG_FILE } from '#client/domain/import-file/import-state.ts';
import type { ErrorTable } from '#client/domain/import-file/error-table.ts';
import { consentErrors } from '#client/domain/consent/consent-values.ts';
import { hoursErrors } from '../calling/calling-hours-text.ts';
import type { ContactFileSummary } from '#client/domain/import-file/file-summary.ts';
import { STEPS, type Upload, type WizardForm, type WizardModal, type WizardState } from './wizard-state.ts';

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
      if (upload.status !== 'ready' && upload.status !== 'list') return modal('field', WRONG_FILE);
      return consentBlocker(form);
    case STEPS.message:
      // Whatever else is wrong with it is shown, and refused when the campaign is published.
      return isBlank(form.message) ? modal('missing', 'Please enter a message') : null;
    case STEPS.voice:
      return form.voiceId === null ? modal('missing', 'Please select a voice') : null;
    case STEPS.schedule:
      return scheduleBlocker(form);
    default:
      return null;
  }
}

function consentBlocker({ consent }: WizardForm): StepBlocker | null {
  const error = consentError(consent);
  return error === undefined ? null : modal('missing', error);
}

function consentError(consent: WizardForm['consent']): string | undefined {
  return consent === null ? undefined : Object.values(consentErrors(consent))[0];
}

function scheduleBlocker({ startDate, callingHours }: WizardForm): StepBlocker | null {
  if (startDate === null) return modal('missing', 'Please select dates and frequency');
  const [error] = Object.values(hoursErrors(callingHours));
  return error === undefined ? null : modal('field', error);
}

export const NO_FILE = 'No CSV file found. Please upload a file first.';

/** Returns why the campaign cannot be published, or null. */
export function publishBlocker(state: WizardState): WizardModal | null {
  const { form, upload } = state;
  if (upload.status === 'none' || upload.status === 'rejected') return fieldModal(NO_FILE);
  if (isBlank(form.name) || isBlank(form.message))
    return fieldModal('Please fill in campaign name and message.');
  const error = consentError(form.consent) ?? Object.values(hoursErrors(form.callingHours))[0];
  return messageRefusal(state) ?? (error === undefined ? null : fieldModal(error));
}

/** Returns why the server would refuse the message, or null; null too for what is not known yet. */
function messageRefusal(state: WizardState): WizardModal | null {
  const { form, upload, sender } = state;
  const problem = placeholderProblem(form.message, ownNamesOf(upload));
  if (problem !== null) return fieldModal(problem);
  const check = checkMessage(state);
  if (check.kind === 'invalid') return { kind: 'messageErrors', errors: check.errors };
  if (sender === null) return null;
  const findings = lintMessage({ message: form.message, ...sender });
  const refused = refusedFindings(findings, form.messageOverrides, sender.rules);
  return refused.length === 0 ? null : fieldModal(refused.map(({ text }) => text).join(' '));
}

function fieldModal(message: string): WizardModal {
  return { kind: 'field', message };
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** Returns the own columns of a list that a message can use; `any` until its file is read. */
export function ownNamesOf(upload: Upload): OwnNames {
  if (upload.status === 'list') return upload.list.own_columns;
  return upload.status === 'ready' ? namesOf(upload.summary.own) : 'any';
}

function namesOf(own: ContactFileSummary['own']): string[] {
  return own.map(({ name }) => name);
}

/** Whether the message is valid for every contact; `pending` until the file has been read with it. */
type MessageCheck = { kind: 'valid' } | { kind: 'pending' } | { kind: 'invalid'; errors: ErrorTable };

/**
 * Validates the message by the statistics of the file. If these are inconclusive, for example for a message of optional
 * placeholders only, the file itself must be read (`requestMessageErrors`).
 */
export function checkMessage({ form, upload, messageErrors }: WizardState): MessageCheck {
  const message = form.message.trim();
  if (upload.status !== 'ready' || message === '' || placeholderProblem(message, ownNamesOf(upload)) !== null)
    return { kind: 'valid' };
  const { longest, empty, own } = upload.summary;
  const shape = messageShape(message, namesOf(own));
  const isInconclusive = mayBeInvalidForAnyone(shape, longest, (column) => {
    const { field } = CONTACT_COLUMNS[column] ?? {};
    return (field === undefined ? own[column - CONTACT_COLUMNS.length]?.empty : empty?.[field]) !== 0;
  });
  if (!isInconclusive) return { kind: 'valid' };
  if (messageErrors?.message !== message) return { kind: 'pending' };
  const { errors } = messageErrors;
  return errors.lines.length === 0 ? { kind: 'valid' } : { kind: 'invalid', errors };
}
