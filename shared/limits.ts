import { MINUTE_MS } from './time-units.ts';

/** Maximum lengths of a campaign's message, name and description, in characters. */
export const MAX_MESSAGE_LENGTH = 1_200;
export const MAX_NAME_LENGTH = 120;
export const MAX_DESCRIPTION_LENGTH = 500;

/** Maximum length of the legal sentences of messages, in characters. */
export const MAX_SIGNATURE_LENGTH = 300;

/** Voice uploads that one user may start within ten minutes, including cancelled ones. */
export const MAX_OPEN_UPLOADS = 12;

/** Numbers on one user's do-not-call list. Numbers reported by the carrier may exceed it. */
export const MAX_SUPPRESSIONS = { withPlan: 250_000, withoutPlan: 1_000 } as const;

/** Saved contact lists of one user, and the contacts of all of them together. */
export const MAX_CONTACT_LISTS = 100;
export const MAX_LISTED_CONTACTS = 5_000_000;

/** Unfinished campaigns that one user may keep. */
export const MAX_DRAFTS = 20;

/** Campaigns that one user may create within 24 hours, including deleted ones. */
export const MAX_CAMPAIGNS_A_DAY = 1_000;

/** Maximum number of calls in one tRPC batch request; the client splits larger batches. */
export const MAX_CALLS_IN_BATCH = 20;

/**
 * A new subscriber also gets the changes of this period, in milliseconds. Data fetched before subscribing is never
 * older, so no change is missed in between.
 */
export const RECENT_MS = MINUTE_MS;

/** Messages that one user may have spoken as previews within an hour; those that are spoken already do not count. */
export const MAX_PREVIEWS_AN_HOUR = 60;

/** Previews that one user may begin within an hour, those that failed included. */
export const MAX_PREVIEW_ATTEMPTS_AN_HOUR = 300;

/** The longest voicemail that most carriers record, in seconds. */
export const MAX_VOICEMAIL_SECONDS = 60;

/** Maximum length of a cell of a contact list, in characters. */
export const MAX_CELL_LENGTH = 500;
