import type { ContactFileOutcome } from './contact-file/contact-tally.ts';
import { refusalOf } from './wizard-guards.ts';
import { STEPS, type Step, type Upload, type WizardAction, type WizardModal, type WizardState } from './wizard-state.ts';

/** Every move of the wizard (B §4). Pure: files are read and campaigns published by the hooks, which report here. */
export function wizardReducer(state: WizardState, action: WizardAction): WizardState {
  switch (action.type) {
    case 'edited':
      return changed(state, { form: { ...state.form, ...action.change } });
    case 'continued':
      return continued(state);
    case 'wentBack':
      return state.step > STEPS.intro ? moved(state, (state.step - 1) as Step) : state;
    case 'jumped':
      return moved(state, action.step);
    case 'fileChosen':
      return changed(state, { upload: { status: 'reading', file: action.file, bytes: 0 }, modal: null });
    case 'fileProgressed':
      if (state.upload.status !== 'reading') return state;
      return { ...state, upload: { ...state.upload, bytes: action.bytes } };
    case 'fileRead':
      return fileRead(state, action.outcome);
    case 'fileRefused':
      return { ...state, modal: { kind: 'field', message: action.message } };
    case 'fileRemoved':
      return changed(state, { upload: { status: 'none' } });
    case 'modalOpened':
      return { ...state, modal: action.modal };
    case 'modalClosed':
      return { ...state, modal: null };
    case 'publishStarted':
      return { ...state, publishing: true, publishKey: action.key, modal: null };
    case 'publishFailed':
      return { ...state, publishing: false, modal: failureModal(action.failure) };
    case 'publishSucceeded':
      return { ...state, publishing: false, published: action.campaign, step: STEPS.success };
    case 'restored':
      return { ...state, step: action.step, form: action.form, publishKey: action.publishKey };
  }
}
