import { placeholderProblem, type OwnNames } from '#shared/messages/message-template.ts';
import { messageVerdict, refusalsOf, type MessageVerdict } from '#shared/messages/message-verdict.ts';
import { CONTACT_COLUMNS } from '#shared/contacts/columns/contact-columns.ts';
import { mayBeInvalidForAnyone, messageShape } from '#shared/messages/validate-message.ts';
import type { ErrorTable } from '#client/domain/import-file/error-table.ts';
import { hoursErrors } from '#client/domain/calls/calling-hours-text.ts';
import type { ContactFileSummary } from '#client/domain/import-file/file-summary.ts';
import { swapped, type Upload } from './wizard-form.ts';
import type { WizardModal, WizardState } from './wizard-state.ts';
import { isBlank, stepBlocker } from './wizard-steps.ts';

export const NO_FILE = 'No CSV file found. Please upload a file first.';

/** Returns why the campaign cannot be published, but for what the consent lacks (`consentError`), or null. */
export function publishBlocker(state: WizardState): WizardModal | null {
  const { form, upload, first } = state;
  if (upload.status === 'none' || upload.status === 'rejected') return fieldModal(NO_FILE);
  if (isBlank(form.name) || isBlank(form.message))
    return fieldModal('Please fill in campaign name and message.');
  const [error] = Object.values(hoursErrors(form.callingHours));
  const blocker = stepBlocker('message', state);
  if (blocker?.kind === 'modal') return blocker.modal;
  const other = first === null ? { ...state, form: swapped(form) } : state;
  return messageRefusal(state) ?? messageRefusal(other) ?? (error === undefined ? null : fieldModal(error));
}

/** Returns why the server would refuse the message, or null; null too for what is not known yet. */
function messageRefusal(state: WizardState): WizardModal | null {
  const check = checkMessage(state);
  const refusals = refusalsOf(verdictOf(state));
  const [first] = refusals;
  if (first === undefined) return null;
  if (first.code === 'unknown_placeholder') return fieldModal(first.text);
  if (check.kind === 'invalid') return { kind: 'messageErrors', errors: check.errors };
  return fieldModal(refusals.map(({ text }) => text).join(' '));
}

/** Returns the verdict on the message, which every step shows. */
export function verdictOf(state: WizardState): MessageVerdict {
  const { form, upload, sender } = state;
  return messageVerdict({
    message: form.message,
    own: ownNamesOf(upload),
    unreached: unreachedBy(checkMessage(state)),
    sender,
    overrides: form.messageOverrides,
    seconds: recordedSeconds(state),
  });
}

/** Returns why the server would refuse a test of the message; what others on the list hear does not matter to it. */
export function testRefusals(state: WizardState): string[] {
  return refusalsOf(verdictOf(state))
    .filter(({ code }) => code !== 'unreached')
    .map(({ text }) => text);
}

function unreachedBy(check: MessageCheck): number | null {
  if (check.kind === 'pending') return null;
  return check.kind === 'invalid' ? check.errors.lines.length : 0;
}

/** Returns the length of the message if it was heard in the chosen voice as it is now. */
export function recordedSeconds({ form, heard }: WizardState): number | undefined {
  const isCurrent = heard?.message === form.message.trim() && heard.voiceId === form.voiceId;
  return isCurrent ? heard.seconds : undefined;
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
  const found = messageErrors.find((one) => one.message === message);
  if (found === undefined) return { kind: 'pending' };
  const { errors } = found;
  return errors.lines.length === 0 ? { kind: 'valid' } : { kind: 'invalid', errors };
}
