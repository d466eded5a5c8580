import type { Dispatch } from 'react';
import type { MessageRules } from '#shared/messages/message-verdict.ts';
import type { CampaignDraft } from '#shared/schemas/campaigns/campaign-drafts.ts';
import type { FileReading } from '#shared/contacts/columns/column-mapping.ts';
import type { ImportAction, ImportModal } from '#client/domain/import-file/import-state.ts';
import type { ErrorTable } from '#client/domain/import-file/error-table.ts';
import type {
  PublishFailure,
  PublishedCampaign,
} from '#client/features/campaigns/publish/publish-outcome.ts';
import {
  emptyForm,
  type Part,
  type ChosenList,
  type ReplacedCampaign,
  type Upload,
  type WizardForm,
} from './wizard-form.ts';
import type { StepId } from './wizard-steps.ts';

/** The modals of the wizard: those of the file, and its own. `messageErrors` lists line errors of the file. */
export type WizardModal =
  | ImportModal
  | { kind: 'messageErrors'; errors: ErrorTable }
  | { kind: 'failure'; failure: PublishFailure }
  | { kind: 'exit' }
  | { kind: 'missing'; message: string };

/** Who a message says is calling, from the profile; empty for what is not given. */
export interface Sender {
  businessName: string;
  callbackNumber: string;
  /** The sentences that say it, with `{business}` and `{number}`. */
  signature: string;
  /** How the server judges the message of this sender. */
  rules: MessageRules;
}

export interface WizardState {
  step: StepId;
  form: WizardForm;
  /** The scheduled campaign that is replaced; null for a new one. */
  replaces: ReplacedCampaign | null;
  upload: Upload;
  /** Null until it is loaded. */
  sender: Sender | null;
  /** The last message that was heard, in which voice, and how many seconds it took. */
  heard: { message: string; voiceId: string; seconds: number } | null;
  /** The validations of messages with the file, the last first: the lines for which each is invalid. */
  messageErrors: readonly { message: string; errors: ErrorTable }[];
  modal: WizardModal | null;
  /** The columns of the file are being matched to Hark's. */
  isMatching: boolean;
  /** How often Continue was pressed with required fields of the step missing, which are marked from then on. */
  missingMarked: number;
  /** A section of the review is being edited: Continue goes back to the review. */
  editing: boolean;
  publishing: boolean;
  /** The idempotency key of the create request. Cleared when the campaign changes. */
  publishKey: string | null;
  /** The campaign of the first half, which is scheduled while that of the second is not. */
  first: CampaignDraft['first'];
  published: PublishedCampaign | null;
}

/** The props of every step. */
export interface StepProps {
  state: WizardState;
  dispatch: Dispatch<WizardAction>;
}

export type WizardAction =
  | { type: 'edited'; change: Partial<WizardForm> }
  | { type: 'senderLoaded'; sender: Sender }
  | { type: 'messageHeard'; heard: NonNullable<WizardState['heard']> }
  | { type: 'continued' }
  | { type: 'wentBack' }
  /** The chosen voice is no longer in the library. */
  | { type: 'voiceDeleted' }
  | { type: 'jumped'; step: StepId }
  /** Edit was pressed in a section of the review, or publishing needs a field of the step, which is marked. */
  | { type: 'sectionOpened'; step: StepId; marksMissing?: true }
  | ImportAction
  | { type: 'listChosen'; list: ChosenList }
  /** The chosen list was changed since; null: it was deleted. */
  | { type: 'listChanged'; list: ChosenList | null }
  /** A new campaign begins with what is known of it; steps that are complete are skipped. */
  | {
      type: 'started';
      form: Partial<WizardForm>;
      list: ChosenList | null;
      replaces?: ReplacedCampaign | null;
    }
  /** The people of the replaced campaign are called. */
  | { type: 'contactsKept' }
  /** The campaign that was to be replaced is gone or has started: this one becomes a new one. */
  | { type: 'replacementDropped' }
  | { type: 'messageErrorsFound'; message: string; errors: ErrorTable }
  | { type: 'modalOpened'; modal: WizardModal }
  /** A second message is written, which begins as a copy of the first. */
  | { type: 'secondAdded' }
  /** All hear the message that is shown. */
  | { type: 'otherRemoved' }
  | { type: 'partShown'; part: Part }
  /** The first half is scheduled; null: its campaign was deleted. */
  | { type: 'firstKnown'; first: WizardState['first'] }
  | { type: 'publishStarted'; key: string }
  | { type: 'publishFailed'; failure: PublishFailure }
  | { type: 'publishSucceeded'; campaign: PublishedCampaign }
  /** `fileName` names the file of the draft, also where this browser does not have it. */
  | {
      type: 'restored';
      step: StepId;
      form: WizardForm;
      publishKey: string | null;
      file: File | null;
      fileName: string | null;
      reading: FileReading;
      /** The saved list of the draft, in place of a file. */
      list?: ChosenList | null;
      replaces?: CampaignDraft['replaces'];
      first?: CampaignDraft['first'];
    };

/** Returns the state of a new wizard. */
export function initialState(): WizardState {
  return {
    step: 'intro',
    form: emptyForm(),
    replaces: null,
    upload: { status: 'none' },
    sender: null,
    heard: null,
    messageErrors: [],
    modal: null,
    isMatching: false,
    missingMarked: 0,
    editing: false,
    publishing: false,
    publishKey: null,
    first: null,
    published: null,
  };
}
