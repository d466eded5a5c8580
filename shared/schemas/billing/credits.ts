import { z } from 'zod';
import { MAX_LIST_LIMIT } from '#shared/schemas/list-cursor.ts';
import { isoTime } from '#shared/schemas/iso-time.ts';

/** GET /{provider}/credits/: the available balance and the credits on hold. */
export const creditsOutput = z.object({
  balance: z.int().describe('Credits that can be spent now'),
  held: z.int().describe('Credits on hold for campaigns'),
});

/** Types of credit events. */
export const CREDIT_EVENT_TYPES = ['grant', 'hold', 'release', 'deduct', 'adjust', 'refund'] as const;
export type CreditEventType = (typeof CREDIT_EVENT_TYPES)[number];

/** Upper bound of an event's version; event ids have this many digits. */
const MAX_VERSION = 9_999_999_999;

/** Filter of the credit history: all of it, or one campaign's part. */
export const creditHistoryFilter = z.object({
  campaign_id: z.string().min(1).max(100).optional().describe('Only the events of this campaign'),
});

/** A page of the credit history, newest first. */
export const creditHistoryInput = creditHistoryFilter.extend({
  cursor: z.int().min(1).max(MAX_VERSION).nullish().describe('The `next` of the previous page'),
  limit: z.int().min(1).max(MAX_LIST_LIMIT).default(MAX_LIST_LIMIT),
});

/** A credit event as shown to its owner. */
export const creditHistoryEntry = z.object({
  version: z.int().describe('The number of the event, from 1'),
  type: z.enum(CREDIT_EVENT_TYPES),
  date: isoTime,
  credits: z.int().describe('What it gave (above 0) or took'),
  calls: z.int().nullable().describe('The calls it concerns'),
  campaign_id: z.string().nullable(),
  campaign_name: z.string().nullable().describe('Null where the campaign is gone'),
  note: z.string().nullable().describe('The plan of a grant, the reason of a release, correction or refund'),
  balance: z.int().describe('What could be spent after it'),
  held: z.int().describe('What was on hold after it'),
  debt: z.int().describe('What a refund left to be paid by the next credits'),
});
export type CreditHistoryEntry = z.infer<typeof creditHistoryEntry>;

export const creditHistoryOutput = z.object({
  entries: z.array(creditHistoryEntry),
  next: z.int().nullable().describe('The cursor of the next page; null where this is the last'),
  total: z.int().nullable().describe('How many events there are; null on pages after the first'),
});

const version = z.int().min(1).max(MAX_VERSION);

/** Where a page of the statement begins, and the last event that the statement had on its first page. */
const statementCursor = z.strictObject({ before: version, upTo: version });
export type StatementCursor = z.infer<typeof statementCursor>;

/** A page of the statement, newest first. */
export const creditStatementInput = creditHistoryInput
  .omit({ campaign_id: true })
  .extend({ cursor: statementCursor.nullish().describe('The `next` of the previous page') });

/** The last event of a campaign with the sums of all of them, or an event that concerns none. */
export const creditStatementEntry = creditHistoryEntry.extend({
  campaign: z
    .object({
      held: z.int().min(0).describe('What was put on hold for its calls in all'),
      charged: z.int().min(0).describe('What delivered calls cost'),
      returned: z.int().min(0).describe('What came back'),
    })
    .nullable(),
});
export type CreditStatementEntry = z.infer<typeof creditStatementEntry>;

export const creditStatementOutput = z.object({
  entries: z.array(creditStatementEntry),
  next: statementCursor.nullable().describe('The cursor of the next page; null where this is the last'),
});

/** Campaigns that the credit history can be filtered by, latest first. */
export const creditCampaignsOutput = z.array(z.object({ id: z.string(), name: z.string().nullable() }));

/** Maximum number of entries in the usage history. */
export const MAX_USAGE_HISTORY = 100;

/** Credits that were deducted for delivered calls of a campaign. */
export const usageEntry = creditHistoryEntry
  .pick({ date: true, campaign_id: true, campaign_name: true })
  .extend({ credits: z.int().min(0).describe('What was deducted'), calls: z.int().min(0) });
export type UsageEntry = z.infer<typeof usageEntry>;

const credits = z.int().min(0);

/** What happened to the credits of a user on one UTC day. */
const creditFlowDay = z.object({
  day: z.string().describe('YYYY-MM-DD, UTC'),
  granted: credits.describe('What came in with a paid invoice'),
  held: credits.describe('What was set aside for calls'),
  deducted: credits.describe('What of it delivered calls cost'),
  released: credits.describe('What of it came back'),
  adjusted: z.int().describe('What corrections and refunds gave, or took (below 0)'),
  balance: credits.describe('What could be spent at the end of the day'),
  on_hold: credits.describe('What was on hold then'),
  debt: credits.describe('What a refund had left to be paid by the next credits'),
});
export type CreditFlowDay = z.infer<typeof creditFlowDay>;

/** Every day of a range up to today. */
export const creditFlowOutput = z.object({
  days: z.array(creditFlowDay),
  complete: z.boolean().describe('False while older days are still being added up: call again for the rest'),
});
export type CreditFlow = z.infer<typeof creditFlowOutput>;
