import type { ContactFileOutcome } from '#client/domain/import-file/file-summary.ts';
import { importChange, readingOf, type ImportAction } from '#client/domain/import-file/import-state.ts';
import { hasListOfFirst } from '#client/features/campaigns/calling/second-half.ts';
import { fileOf } from '#client/features/campaigns/contact-file/upload-summary.ts';
import { CHANGED_ELSEWHERE } from '#client/features/campaigns/publish/publish-outcome.ts';
import { NO_FILE } from './wizard-guards.ts';
import type { WizardAction, WizardState } from './wizard-state.ts';
import { withPart, type ChosenList } from './wizard-form.ts';
import { isPast, stepBlocker, stepFrom, type StepId } from './wizard-steps.ts';
import { consentValues } from '#client/domain/consent/consent-values.ts';

/** The reducer of the wizard. Hooks read files and publish, and dispatch the results. */
export function wizardReducer(state: WizardState, action: WizardAction): WizardState {
  switch (action.type) {
    case 'edited':
      return changed(state, { form: { ...state.form, ...action.change } });
    case 'senderLoaded':
      return { ...state, sender: action.sender };
    case 'messageHeard':
      return { ...state, heard: action.heard };
    case 'continued':
      return continued(state);
    case 'wentBack':
      return moved(state, stepFrom(state.step, -1));
    case 'jumped':
      return moved(state, action.step);
    case 'sectionOpened':
      return {
        ...moved(state, action.step),
        editing: true,
        missingMarked: action.marksMissing === true ? 1 : 0,
      };
    case 'voiceDeleted':
      return voiceDeleted(state);
    case 'fileChosen':
    case 'fileRemoved':
    case 'columnsMatched':
    case 'rowsSkipped':
    case 'encodingChosen':
    case 'fileProgressed':
    case 'matchingOpened':
    case 'matchingClosed':
      return imported(state, action);
    case 'listChosen':
      if (hasListOfFirst(state)) return state;
      return changed(state, {
        upload: { status: 'list', list: action.list },
        form: { ...state.form, consent: consentValues(action.list.consent), maxCalls: null },
        messageErrors: [],
        modal: null,
      });
    case 'listChanged':
      return listChanged(state, action.list);
    case 'contactsKept':
      return contactsKept(state);
    case 'replacementDropped':
      return replacementDropped(state);
    case 'started':
      return started(state, action);
    case 'fileRead':
      return fileRead(state, action.outcome);
    case 'messageErrorsFound':
      return { ...state, messageErrors: lastTwo(action, state) };
    case 'secondAdded':
    case 'otherRemoved':
    case 'partShown':
      return divided(state, action);
    case 'firstKnown':
      return withFirst(state, action.first);
    case 'modalOpened':
      return { ...state, modal: action.modal };
    case 'modalClosed':
      return modalClosed(state);
    case 'publishStarted':
      return { ...state, publishing: true, publishKey: action.key, modal: null };
    case 'publishFailed':
      return {
        ...state,
        publishing: false,
        // Its key is that of another campaign.
        publishKey: action.failure.code === 'IDEMPOTENCY_MISMATCH' ? null : state.publishKey,
        modal: { kind: 'failure', failure: action.failure },
      };
    case 'publishSucceeded':
      return { ...moved(state, 'success'), publishing: false, published: action.campaign };
    case 'restored':
      return restored(state, action);
  }
}

function lastTwo(
  { message, errors }: WizardAction & { type: 'messageErrorsFound' },
  { messageErrors }: WizardState,
): WizardState['messageErrors'] {
  return [{ message, errors }, ...messageErrors].slice(0, 2);
}

/** Closes the modal. A change from elsewhere that was not agreed to is asked about again before the next attempt. */
function modalClosed(state: WizardState): WizardState {
  const { modal, publishKey } = state;
  const isAskedAgain = modal?.kind === 'failure' && modal.failure.code === CHANGED_ELSEWHERE;
  return { ...state, modal: null, publishKey: isAskedAgain ? null : publishKey };
}

/** Opens the first step that is not complete. Continue then leads to the next such step, and to the review. */
function started(
  state: WizardState,
  { form, list, replaces = null }: WizardAction & { type: 'started' },
): WizardState {
  const filled = contactsKept(changed(state, { form: { ...state.form, ...form }, replaces }));
  const withList = list === null ? filled : wizardReducer(filled, { type: 'listChosen', list });
  const first = { ...moved(withList, 'name'), editing: true };
  return stepBlocker(first.step, first) === null ? backToReview(first) : first;
}

/** Shows the chosen list as it is now; the consent stays as it was entered. Without it the user chooses others. */
function listChanged(state: WizardState, list: ChosenList | null): WizardState {
  if (state.publishing || state.upload.status !== 'list') return state;
  if (list !== null) return { ...state, upload: { status: 'list', list } };
  const cleared = changed(state, {
    upload: { status: 'none' },
    form: { ...state.form, consent: null, maxCalls: null },
    messageErrors: [],
  });
  const message = `“${state.upload.list.name}” was deleted. Choose another list, or a file.`;
  const step = isPast(state.step, 'upload') ? 'upload' : state.step;
  return { ...cleared, step, editing: false, modal: { kind: 'field', message } };
}

/** Chooses the people of the replaced campaign, whose consent stays; nothing for a new campaign. */
function contactsKept(state: WizardState): WizardState {
  if (state.replaces === null) return state;
  return changed(state, {
    upload: { status: 'kept', campaign: state.replaces },
    form: { ...state.form, consent: null, maxCalls: null },
    messageErrors: [],
    modal: null,
  });
}

/** Writes a second message, shows one of the two, or leaves the one that is shown to all. */
function divided(
  state: WizardState,
  action: WizardAction & { type: 'secondAdded' | 'otherRemoved' | 'partShown' },
): WizardState {
  const { form, first } = state;
  // Once the first half is scheduled, its message stays as it is.
  if (action.type === 'partShown')
    return first === null ? { ...state, form: withPart(form, action.part) } : state;
  if (action.type === 'secondAdded') {
    const { message, messageOverrides } = form;
    return changed(state, { form: { ...form, other: { message, messageOverrides }, part: 2 } });
  }
  // Once the first half is scheduled, a campaign to the whole list would call its people again.
  return first === null ? changed(state, { form: { ...form, other: null, part: 1 } }) : state;
}

/** Shows the second message where the first half is scheduled. */
function withFirst(state: WizardState, first: WizardState['first']): WizardState {
  return { ...state, first, form: first === null ? state.form : withPart(state.form, 2) };
}

/** Opens the name, which the other campaign may still have; the contacts that were its own are chosen anew. */
function replacementDropped(state: WizardState): WizardState {
  const { upload } = state;
  const change = { replaces: null, ...(upload.status === 'kept' && { upload: { status: 'none' } as const }) };
  return { ...moved(changed(state, change), 'name'), editing: true };
}

/** Applies a change of the campaign, which needs a new publish key. Ignored while publishing. */
function changed(state: WizardState, change: Partial<WizardState>): WizardState {
  return state.publishing ? state : { ...state, ...change, publishKey: null };
}

/** The actions that choose the contacts of the campaign. */
const CHOOSING: ReadonlySet<ImportAction['type']> = new Set([
  ...(['fileChosen', 'fileRemoved', 'columnsMatched', 'rowsSkipped', 'encodingChosen'] as const),
]);

function imported(state: WizardState, action: ImportAction): WizardState {
  if (CHOOSING.has(action.type) && hasListOfFirst(state)) return state;
  const change = importChange(fileOf(state.upload), action);
  // That of a saved list is not that of the people of a file.
  const consent = state.upload.status === 'list' ? null : state.form.consent;
  return CHOOSING.has(action.type) && change.upload !== undefined
    ? changed(state, { ...change, form: { ...state.form, consent, maxCalls: null }, messageErrors: [] })
    : { ...state, ...change };
}

function moved(state: WizardState, step: StepId): WizardState {
  return { ...state, step, missingMarked: 0, editing: false, modal: null };
}

function continued(state: WizardState): WizardState {
  // Only publishing leaves the review, and success is the last step.
  if (!isPast('review', state.step)) return state;
  const blocker = stepBlocker(state.step, state);
  if (blocker === null) return state.editing ? backToReview(state) : moved(state, stepFrom(state.step, 1));
  if (blocker.kind === 'requiredFields') return { ...state, missingMarked: state.missingMarked + 1 };
  return blocker.kind === 'modal' ? { ...state, modal: blocker.modal } : state;
}

/** Returns to the review, or to the first of the steps between that is no longer complete. */
function backToReview(state: WizardState): WizardState {
  const next = { ...moved(state, stepFrom(state.step, 1)), editing: true };
  if (next.step === 'review') return { ...next, editing: false };
  return stepBlocker(next.step, next) === null ? backToReview(next) : next;
}

/** Clears a deleted voice and returns to the voice step if the user is past it. */
function voiceDeleted(state: WizardState): WizardState {
  const cleared = changed(state, { form: { ...state.form, voiceId: null } });
  if (cleared === state || !isPast(state.step, 'voice') || state.step === 'success') return cleared;
  const message = 'The voice you selected was deleted. Please select another one.';
  return { ...moved(cleared, 'voice'), modal: { kind: 'missing', message } };
}

/** Applies the result of reading the file. An invalid file returns to the upload step. */
function fileRead(state: WizardState, outcome: ContactFileOutcome): WizardState {
  const change = importChange(fileOf(state.upload), { type: 'fileRead', outcome });
  if (change.upload === undefined) return state;
  if (change.upload.status !== 'rejected') return { ...state, ...change };
  const step = isPast(state.step, 'upload') ? 'upload' : state.step;
  return { ...state, ...change, step, publishing: false };
}

/** Restores a draft at its step, or at the upload step if that comes earlier and the file is missing. */
function restored(before: WizardState, draft: WizardAction & { type: 'restored' }): WizardState {
  const { file, fileName, publishKey, reading, list = null, replaces = null, first = null } = draft;
  const { upload } = before;
  const state = withFirst({ ...before, form: draft.form, replaces }, first);
  const { form } = state;
  if (replaces?.keepsContacts === true)
    return { ...state, step: draft.step, form, publishKey, upload: { status: 'kept', campaign: replaces } };
  if (list !== null)
    return { ...state, step: draft.step, form, publishKey, upload: { status: 'list', list } };
  if (file !== null) {
    const isRead = upload.status === 'ready' && upload.file === file;
    return {
      ...state,
      step: draft.step,
      form,
      publishKey,
      upload: isRead ? upload : readingOf(file, reading, false),
    };
  }
  const restoredForm = { ...state, form, upload: { status: 'none' } as const };
  if (!isPast(draft.step, 'upload')) return { ...restoredForm, step: draft.step };
  const again = fileName === null ? '' : ` Choose ${fileName} again: this browser does not have it.`;
  const modal = { kind: 'field', message: NO_FILE + again } as const;
  return { ...restoredForm, step: 'upload', modal };
}
