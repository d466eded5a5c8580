import type { Dispatch } from 'react';
import type { MessageRules } from '#shared/messages/message-lint.ts';
import { DEFAULT_HOURS, type CallingHours } from '#shared/schemas/calling/calling.ts';
import type { ContactListView } from '#shared/schemas/contact-lists.ts';
import type { ConsentValues } from '#client/domain/consent/consent-values.ts';
import type { FileReading } from '#shared/contacts/columns/column-mapping.ts';
import type { FileImport, ImportAction, ImportModal } from '#client/domain/import-file/import-state.ts';
import type { ErrorTable } from '#client/domain/import-file/error-table.ts';
import type {
  PublishFailure,
  PublishedCampaign,
} from '#client/features/campaigns/publish/publish-outcome.ts';

/** The steps by number. */
export const STEPS = {
  intro: 0,
  name: 1,
  upload: 2,
  message: 3,
  voice: 4,
  schedule: 5,
  review: 6,
  success: 7,
} as const;
export type Step = (typeof STEPS)[keyof typeof STEPS];

/** The labels of the step indicator, from step 1. */
export const STEP_LABELS = [
  'Type',
  'Upload',
  'Message',
  'Schedule',
  'Schedule',
  'Review',
  'Complete',
] as const;

/** What the page of a step is called where its label, which the document fixes, says something else. */
export const STEP_NAMES: Readonly<Partial<Record<Step, string>>> = {
  [STEPS.name]: 'Name',
  [STEPS.upload]: 'Contacts',
  [STEPS.voice]: 'Voice',
  [STEPS.schedule]: 'Days and hours',
};

/** The form fields, without the contacts. Days are `YYYY-MM-DD`, the time is `HH:MM`, both UTC. */
export interface WizardForm {
  name: string;
  description: string;
  message: string;
  startDate: string | null;
  endDate: string | null;
  campaignTime: string;
  /** The maximum calls per minute; null means the maximum of the system. */
  callsPerMinute: number | null;
  voiceId: string | null;
  /** When people may be called, in their own time. */
  callingHours: CallingHours;
  /** The codes of findings in the message that the user overrides. */
  messageOverrides: string[];
  /** Why the people on the list may be called; null: the consent of the calling profile, unless it is asked for. */
  consent: ConsentValues | null;
}

/** A saved list in place of a file, as it was when it was chosen. */
export type ChosenList = Pick<
  ContactListView,
  'id' | 'name' | 'size' | 'columns' | 'own_columns' | 'consent'
>;

/** The state of the contact file, or the saved list in its place. */
export type Upload = FileImport | { status: 'list'; list: ChosenList };

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
  /** How the server judges the message of this sender. */
  rules: MessageRules;
}

export interface WizardState {
  step: Step;
  form: WizardForm;
  upload: Upload;
  /** Null until it is loaded. */
  sender: Sender | null;
  /** The last validation of a message with the file: the lines for which it is invalid. */
  messageErrors: { message: string; errors: ErrorTable } | null;
  modal: WizardModal | null;
  /** The columns of the file are being matched to Hark's. */
  isMatching: boolean;
  /** Continue was pressed on step 1 with a required field missing. */
  nameErrorsShown: boolean;
  /** A section of the review is being edited: Continue goes back to the review. */
  editing: boolean;
  publishing: boolean;
  /** The idempotency key of the create request. Cleared when the campaign changes. */
  publishKey: string | null;
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
  | { type: 'continued' }
  | { type: 'wentBack' }
  /** The chosen voice is no longer in the library. */
  | { type: 'voiceDeleted' }
  | { type: 'jumped'; step: Step }
  /** Edit was pressed in a section of the review. */
  | { type: 'sectionOpened'; step: Step }
  | ImportAction
  | { type: 'listChosen'; list: ChosenList }
  /** A new campaign begins with what is known of it; steps that are complete are skipped. */
  | { type: 'started'; form: Partial<WizardForm>; list: ChosenList | null }
  | { type: 'messageErrorsFound'; message: string; errors: ErrorTable }
  | { type: 'modalOpened'; modal: WizardModal }
  | { type: 'publishStarted'; key: string }
  | { type: 'publishFailed'; failure: PublishFailure }
  | { type: 'publishSucceeded'; campaign: PublishedCampaign }
  /** `fileName` names the file of the draft, also where this browser does not have it. */
  | {
      type: 'restored';
      step: Step;
      form: WizardForm;
      publishKey: string | null;
      file: File | null;
      fileName: string | null;
      reading: FileReading;
      /** The saved list of the draft, in place of a file. */
      list?: ChosenList | null;
    };

/** 11:00 in New York and 8:00 in Los Angeles (standard time): within calling hours in all US time zones. */
const DEFAULT_TIME = '16:00';

export function emptyForm(): WizardForm {
  return {
    name: '',
    description: '',
    message: '',
    startDate: null,
    endDate: null,
    campaignTime: DEFAULT_TIME,
    callsPerMinute: null,
    voiceId: null,
    callingHours: { ...DEFAULT_HOURS, days: [...DEFAULT_HOURS.days] },
    messageOverrides: [],
    consent: null,
  };
}

/** Returns the state of a new wizard. */
export function initialState(): WizardState {
  return {
    step: STEPS.intro,
    form: emptyForm(),
    upload: { status: 'none' },
    sender: null,
    messageErrors: null,
    modal: null,
    isMatching: false,
    nameErrorsShown: false,
    editing: false,
    publishing: false,
    publishKey: null,
    published: null,
  };
}
