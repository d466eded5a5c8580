import { lintMessage, refusedFindings } from '#shared/messages/message-lint.ts';
import { placeholderProblem, type OwnNames } from '#shared/messages/message-template.ts';
import { CONTACT_COLUMNS } from '#shared/contacts/columns/contact-columns.ts';
import { mayBeInvalidForAnyone, messageShape } from '#shared/messages/validate-message.ts';
import type { ErrorTable } from '#client/domain/import-file/error-table.ts';
import { hoursErrors } from '#client/domain/calls/calling-hours-text.ts';
import type { ContactFileSummary } from '#client/domain/import-file/file-summary.ts';
import type { Upload } from './wizard-form.ts';
import type { WizardModal, WizardState } from './wizard-state.ts';
import { consentError, isBlank } from './wizard-steps.ts';

export const NO_FILE = 'No CSV file found. Please upload a file first.';

/** Returns why the campaign cannot be published, or null. */
export function publishBlocker(state: WizardState): WizardModal | null {
  const { form, upload } = state;
  if (upload.status === 'none' || upload.status === 'rejected') return fieldModal(NO_FILE);
  if (isBlank(form.name) || isBlank(form.message))
    return fieldModal('Please fill in campaign name and message.');
  const error = consentError(form) ?? Object.values(hoursErrors(form.callingHours))[0];
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

/** Returns the own columns of a list that a message can use; `any` until its file is read, and where contacts stay. */
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
