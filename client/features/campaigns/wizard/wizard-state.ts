import type {
  ContactFileOutcome,
  ContactFileSummary,
} from '#client/features/campaigns/contact-file/file-summary.ts';
import type { ErrorTable } from '#client/features/campaigns/contact-file/error-table.ts';
import type {
  PublishFailure,
  PublishedCampaign,
} from '#client/features/campaigns/publish/publish-outcome.ts';

/** The steps of B §2, by their documented numbers. */
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

/** The labels of the step indicator, which begins with step 1 (B §2). */
export const STEP_LABELS = [
  'Type',
  'Upload',
  'Message',
  'Schedule',
  'Schedule',
  'Review',
  'Complete',
] as const;

/** What the user fills in, apart from the contacts (B §3). Days are YYYY-MM-DD, the time is HH:MM, both UTC. */
export interface WizardForm {
  name: string;
  /** Collected, and not sent (B §3). */
  description: string;
  message: string;
  startDate: string | null;
  endDate: string | null;
  campaignTime: string;
  /** The most calls a minute; null: as many as the system allows. */
  callsPerMinute: number | null;
  voiceId: string | null;
}

/** The contact file, from the moment it was chosen. */
export type Upload =
  | { status: 'none' }
  | { status: 'reading'; file: File; bytes: number }
  | { status: 'rejected'; file: File; message: string; errors: ErrorTable | null }
  | { status: 'ready'; file: File; summary: ContactFileSummary };

/**
 * The modals of B §2: the kinds of the upload modal (a server error is a `failure`), "Missing Information", and who cannot
 * be given the message.
 */
export type WizardModal =
  | { kind: 'header'; errors: ErrorTable }
  | { kind: 'data'; errors: ErrorTable }
  | { kind: 'misfits'; errors: ErrorTable }
  | { kind: 'field'; message: string }
  | { kind: 'failure'; failure: PublishFailure }
  | { kind: 'exit' }
  | { kind: 'missing'; message: string };

export interface WizardState {
  step: Step;
  form: WizardForm;
  upload: Upload;
  /** Who on this list cannot be given a message: what the last look through it has found. */
  messageErrors: { message: string; errors: ErrorTable } | null;
  modal: WizardModal | null;
  /** Continue was pressed on step 1 with something missing. */
  nameErrorsShown: boolean;
  publishing: boolean;
  /**
   * Names this very campaign to the server, which creates it once however often it is asked. It lives until anything
   * of the campaign changes.
   */
  publishKey: string | null;
  published: PublishedCampaign | null;
}

export type WizardAction =
  | { type: 'edited'; change: Partial<WizardForm> }
  | { type: 'continued' }
  | { type: 'wentBack' }
  /** The chosen voice is no longer in the library. */
  | { type: 'voiceGone' }
  | { type: 'jumped'; step: Step }
  | { type: 'fileChosen'; file: File }
  | { type: 'fileProgressed'; bytes: number }
  | { type: 'fileRead'; outcome: ContactFileOutcome }
  | { type: 'fileRemoved' }
  | { type: 'misfitsFound'; message: string; errors: ErrorTable }
  | { type: 'modalOpened'; modal: WizardModal }
  | { type: 'modalClosed' }
  | { type: 'publishStarted'; key: string }
  | { type: 'publishFailed'; failure: PublishFailure }
  | { type: 'publishSucceeded'; campaign: PublishedCampaign }
  | { type: 'restored'; step: Step; form: WizardForm; publishKey: string | null; file: File | null };

/** Late morning in New York and early in Los Angeles: within calling hours all over the country. */
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

/** A wizard at its beginning. */
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
