import type { Dispatch } from 'react';
import type {
  ContactFileOutcome,
  ContactFileSummary,
} from '#client/features/campaigns/contact-file/file-summary.ts';
import type { ErrorTable } from '#client/features/campaigns/contact-file/error-table.ts';
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

/** The form fields, without the contacts. Days are `YYYY-MM-DD`, the time is `HH:MM`, both UTC. */
export interface WizardForm {
  name: string;
  /** Not sent to the server. */
  description: string;
  message: string;
  startDate: string | null;
  endDate: string | null;
  campaignTime: string;
  /** The maximum calls per minute; null means the maximum of the system. */
  callsPerMinute: number | null;
  voiceId: string | null;
}

/** The state of the contact file. */
export type Upload =
  | { status: 'none' }
  | { status: 'reading'; file: File; bytes: number }
  | { status: 'rejected'; file: File; message: string; errors: ErrorTable | null }
  | { status: 'ready'; file: File; summary: ContactFileSummary };

/** The modals of the wizard. `header`, `data` and `messageErrors` list line errors of the file. */
export type WizardModal =
  | { kind: 'header'; errors: ErrorTable }
  | { kind: 'data'; errors: ErrorTable }
  | { kind: 'messageErrors'; errors: ErrorTable }
  | { kind: 'field'; message: string }
  | { kind: 'failure'; failure: PublishFailure }
  | { kind: 'exit' }
  | { kind: 'missing'; message: string };

export interface WizardState {
  step: Step;
  form: WizardForm;
  upload: Upload;
  /** The last validation of a message with the file: the lines for which it is invalid. */
  messageErrors: { message: string; errors: ErrorTable } | null;
  modal: WizardModal | null;
  /** Continue was pressed on step 1 with a required field missing. */
  nameErrorsShown: boolean;
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
  | { type: 'continued' }
  | { type: 'wentBack' }
  /** The chosen voice is no longer in the library. */
  | { type: 'voiceDeleted' }
  | { type: 'jumped'; step: Step }
  | { type: 'fileChosen'; file: File }
  | { type: 'fileProgressed'; bytes: number }
  | { type: 'fileRead'; outcome: ContactFileOutcome }
  | { type: 'fileRemoved' }
  | { type: 'messageErrorsFound'; message: string; errors: ErrorTable }
  | { type: 'modalOpened'; modal: WizardModal }
  | { type: 'modalClosed' }
  | { type: 'publishStarted'; key: string }
  | { type: 'publishFailed'; failure: PublishFailure }
  | { type: 'publishSucceeded'; campaign: PublishedCampaign }
  | { type: 'restored'; step: Step; form: WizardForm; publishKey: string | null; file: File | null };

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
  };
}

/** Returns the state of a new wizard. */
export function initialState(): WizardState {
  return {
    step: STEPS.intro,
    form: emptyForm(),
    upload: { status: 'none' },
    messageErrors: null,
    modal: null,
    nameErrorsShown: false,
    publishing: false,
    publishKey: null,
    published: null,
  };
}
