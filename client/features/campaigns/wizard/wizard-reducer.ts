import type { ContactFileOutcome } from '#client/domain/import-file/file-summary.ts';
import { AS_WRITTEN, type FileReading } from '#shared/contacts/columns/column-mapping.ts';
import { INVALID_HEADERS, NO_FILE, stepBlocker } from './wizard-guards.ts';
import { STEPS, type Step, type Upload, type WizardAction, type WizardState } from './wizard-state.ts';
import { consentValues } from '#client/features/campaigns/calling/consent-values.ts';

/** The reducer of the wizard. Hooks read files and publish, and dispatch the results. */
export function wizardReducer(state: WizardState, action: WizardAction): WizardState {
  switch (action.type) {
    case 'edited':
      return changed(state, { form: { ...state.form, ...action.change } });
    case 'senderLoaded':
      return { ...state, sender: action.sender };
    case 'continued':
      return continued(state);
    case 'wentBack':
      return state.step > STEPS.intro ? moved(state, (state.step - 1) as Step) : state;
    case 'jumped':
      return moved(state, action.step);
    case 'voiceDeleted':
      return voiceDeleted(state);
    case 'fileChosen':
      return changed(state, {
        upload: readingOf(action.file, AS_WRITTEN, false),
        messageErrors: null,
        modal: null,
        isMatching: false,
      });
    case 'listChosen':
      return changed(state, {
        upload: { status: 'list', list: action.list },
        form: { ...state.form, consent: consentValues(action.list.consent) },
        messageErrors: null,
        modal: null,
      });
    case 'fileProgressed':
      if (state.upload.status !== 'reading') return state;
      return { ...state, upload: { ...state.upload, bytes: action.bytes } };
    case 'fileRead':
      return fileRead(state, action.outcome);
    case 'fileRemoved':
      return changed(state, { upload: { status: 'none' }, isMatching: false });
    case 'matchingOpened':
      return { ...state, isMatching: true, modal: null };
    case 'matchingClosed':
      return { ...state, isMatching: false };
    case 'columnsMatched':
      return readAgain(state, { mapping: action.mapping }, action.isRemembered);
    case 'encodingChosen':
      return readAgain(state, { encoding: action.encoding });
    case 'rowsSkipped':
      return readAgain(state, { skipsInvalid: true });
    case 'messageErrorsFound':
      return { ...state, messageErrors: { message: action.message, errors: action.errors } };
    case 'modalOpened':
      return { ...state, modal: action.modal };
    case 'modalClosed':
      return { ...state, modal: null };
    case 'publishStarted':
      return { ...state, publishing: true, publishKey: action.key, modal: null };
    case 'publishFailed':
      return { ...state, publishing: false, modal: { kind: 'failure', failure: action.failure } };
    case 'publishSucceeded':
      return { ...moved(state, STEPS.success), publishing: false, published: action.campaign };
    case 'restored':
      return restored(state, action);
  }
}

/** Applies a change of the campaign, which needs a new publish key. Ignored while publishing. */
function changed(state: WizardState, change: Partial<WizardState>): WizardState {
  return state.publishing ? state : { ...state, ...change, publishKey: null };
}

function readingOf(file: File, reading: FileReading, isRemembered: boolean): Upload {
  return { status: 'reading', file, reading, isRemembered, bytes: 0 };
}

/** Reads the chosen file again in another way. */
function readAgain(state: WizardState, change: Partial<FileReading>, isRemembered?: boolean): WizardState {
  const { upload } = state;
  if (upload.status === 'none' || upload.status === 'list') return state;
  const reading = { ...upload.reading, ...change };
  return changed(state, {
    upload: readingOf(upload.file, reading, isRemembered ?? upload.isRemembered),
    messageErrors: null,
    modal: null,
    isMatching: false,
  });
}

function moved(state: WizardState, step: Step): WizardState {
  return { ...state, step, nameErrorsShown: false, modal: null };
}

function continued(state: WizardState): WizardState {
  // Only publishing leaves the review, and success is the last step.
  if (state.step >= STEPS.review) return state;
  const blocker = stepBlocker(state);
  if (blocker === null) return moved(state, (state.step + 1) as Step);
  if (blocker.kind === 'requiredFields') return { ...state, nameErrorsShown: true };
  return blocker.kind === 'modal' ? { ...state, modal: blocker.modal } : state;
}

/** Clears a deleted voice and returns to the voice step if the user is past it. */
function voiceDeleted(state: WizardState): WizardState {
  const cleared = changed(state, { form: { ...state.form, voiceId: null } });
  if (cleared === state || state.step <= STEPS.voice || state.step === STEPS.success) return cleared;
  const message = 'The voice you selected was deleted. Please select another one.';
  return { ...moved(cleared, STEPS.voice), modal: { kind: 'missing', message } };
}

/** Applies the result of reading the file. An invalid file opens its modal and returns to the upload step. */
function fileRead(state: WizardState, outcome: ContactFileOutcome): WizardState {
  const { upload } = state;
  if (upload.status !== 'reading' && upload.status !== 'ready') return state;
  // A valid file can become unreadable later, if it was changed or moved. Other outcomes are ignored.
  if (upload.status === 'ready' && outcome.kind !== 'unreadable') return state;
  const { file, reading, isRemembered } = upload;
  const chosen = { file, reading, isRemembered };
  if (outcome.kind === 'ready') {
    const { summary, header, matched, skipped } = outcome;
    const sent = matched === null ? file : new File([matched], file.name, { type: 'text/csv' });
    return { ...state, upload: { ...chosen, status: 'ready', summary, header, sent, skipped } };
  }
  const step = state.step > STEPS.upload ? STEPS.upload : state.step;
  const hasRows = outcome.kind === 'header' || outcome.kind === 'data';
  const rejected = (message: string) => ({
    ...state,
    step,
    publishing: false,
    upload: {
      ...chosen,
      status: 'rejected',
      message,
      errors: hasRows ? outcome.errors : null,
      header: hasRows ? outcome.header : null,
      canSkip: outcome.kind === 'data' && outcome.canSkip,
      encodings: outcome.kind === 'encoding' ? outcome.choices : null,
    } as const,
  });
  switch (outcome.kind) {
    case 'header':
      return {
        ...rejected(INVALID_HEADERS),
        modal: { kind: 'header', errors: outcome.errors, header: outcome.header },
      };
    case 'data':
      return {
        ...rejected('Some rows have errors.'),
        modal: { kind: 'data', errors: outcome.errors, canSkip: outcome.canSkip },
      };
    case 'encoding':
      return {
        ...rejected('Its letters can be read in several ways.'),
        modal: { kind: 'encoding', choices: outcome.choices },
      };
    case 'unreadable':
      return { ...rejected(outcome.message), modal: { kind: 'field', message: outcome.message } };
  }
}

/** Restores a draft at its step, or at the upload step if that comes earlier and the file is missing. */
function restored(state: WizardState, draft: WizardAction & { type: 'restored' }): WizardState {
  const { form, file, fileName, publishKey, reading, list = null } = draft;
  const { upload } = state;
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
  if (draft.step <= STEPS.upload) return { ...restoredForm, step: draft.step };
  const again = fileName === null ? '' : ` Choose ${fileName} again: this browser does not have it.`;
  const modal = { kind: 'field', message: NO_FILE + again } as const;
  return { ...restoredForm, step: STEPS.upload, modal };
}
