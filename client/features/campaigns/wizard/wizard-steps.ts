import { WRONG_FILE } from '#client/domain/import-file/import-state.ts';
import { consentErrors } from '#client/domain/consent/consent-values.ts';
import { hoursErrors } from '#client/domain/calls/calling-hours-text.ts';
import type { Upload, WizardForm } from './wizard-form.ts';

/** Why Continue does not leave a step: a modal, missing required fields, or a validation in progress. */
type StepBlocker =
  | { kind: 'modal'; modal: { kind: 'missing' | 'field'; message: string } }
  | { kind: 'requiredFields' }
  | { kind: 'inProgress' };

interface Campaign {
  form: WizardForm;
  upload: Upload;
}

interface WizardStep {
  id: string;
  /** In the step indicator, as the document fixes it; the intro is not in it. */
  label: string;
  /** What the page is called where its label says something else. */
  name?: string;
  /** Returns why the step cannot be completed yet, or null. */
  blocker?: (campaign: Campaign) => StepBlocker | null;
}

/** The steps in their order. The page of each is in `wizard-screens.tsx`. */
const TABLE = [
  { id: 'intro', label: '' },
  {
    id: 'name',
    label: 'Type',
    name: 'Name',
    blocker: ({ form }) =>
      isBlank(form.name) || isBlank(form.description) ? { kind: 'requiredFields' } : null,
  },
  { id: 'upload', label: 'Upload', name: 'Contacts', blocker: uploadBlocker },
  {
    id: 'message',
    label: 'Message',
    // Whatever else is wrong with it is shown, and refused when the campaign is published.
    blocker: messageBlocker,
  },
  {
    id: 'voice',
    label: 'Schedule',
    name: 'Voice',
    blocker: ({ form }) => (form.voiceId === null ? modal('missing', 'Please select a voice') : null),
  },
  { id: 'schedule', label: 'Schedule', name: 'Days and hours', blocker: scheduleBlocker },
  { id: 'review', label: 'Review' },
  { id: 'success', label: 'Complete' },
] as const satisfies readonly WizardStep[];

export type StepId = (typeof TABLE)[number]['id'];
export const STEPS: readonly (WizardStep & { id: StepId })[] = TABLE;

/** Returns the place of a step among the steps, from 0. */
export function placeOf(id: StepId): number {
  return STEPS.findIndex((step) => step.id === id);
}

/** Whether a step comes after another. */
export function isPast(id: StepId, other: StepId): boolean {
  return placeOf(id) > placeOf(other);
}

/** Returns the step after another one, or with -1 the step before it; at an end the step itself. */
export function stepFrom(id: StepId, by: 1 | -1): StepId {
  return STEPS[placeOf(id) + by]?.id ?? id;
}

/** Returns why a step cannot be completed yet, or null. */
export function stepBlocker(id: StepId, campaign: Campaign): StepBlocker | null {
  return STEPS[placeOf(id)]?.blocker?.(campaign) ?? null;
}

/**
 * Whether a step is done: one before that which is shown, or, where a section of the review is edited, one after it to which
 * nothing is missing on the way.
 */
export function isStepDone(id: StepId, state: Campaign & { step: StepId; editing: boolean }): boolean {
  if (isPast(state.step, id)) return true;
  if (!state.editing || id === state.step || !isPast('review', id)) return false;
  return STEPS.slice(placeOf(state.step), placeOf(id) + 1).every(
    (step) => stepBlocker(step.id, state) === null,
  );
}

function modal(kind: 'missing' | 'field', message: string): StepBlocker {
  return { kind: 'modal', modal: { kind, message } };
}

function uploadBlocker({ form, upload }: Campaign): StepBlocker | null {
  if (upload.status === 'reading') return { kind: 'inProgress' };
  if (upload.status === 'none' || upload.status === 'rejected') return modal('field', WRONG_FILE);
  return consentError(form) === undefined ? null : { kind: 'requiredFields' };
}

function messageBlocker({ form: { message, other } }: Campaign): StepBlocker | null {
  if (isBlank(message)) return modal('missing', 'Please enter a message');
  if (other === null) return null;
  if (isBlank(other.message)) return modal('missing', 'Please enter both messages, or remove one');
  return other.message.trim() === message.trim()
    ? modal('missing', 'Both messages are the same. Change one, or remove it.')
    : null;
}

function scheduleBlocker({ form: { startDate, callingHours } }: Campaign): StepBlocker | null {
  if (startDate === null) return modal('missing', 'Please select dates and frequency');
  const [error] = Object.values(hoursErrors(callingHours));
  return error === undefined ? null : modal('field', error);
}

/** Returns what is missing or wrong in the consent; undefined where none is asked for or it is complete. */
export function consentError({ consent }: WizardForm): string | undefined {
  return consent === null ? undefined : Object.values(consentErrors(consent))[0];
}

export function isBlank(text: string): boolean {
  return text.trim() === '';
}
