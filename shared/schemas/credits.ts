import { z } from 'zod';

/** GET /{provider}/credits/: what can be spent now, and what is on hold (contract §6). */
export const creditsOutput = z.object({
  balance: z.int().describe('Credits that can be spent now'),
  held: z.int().describe('Credits on hold for campaigns'),
});

/** The types of a credit event, in the words every screen, table and script uses. */
export const CREDIT_EVENT_TYPES = ['grant', 'hold', 'release', 'deduct', 'adjust', 'refund'] as const;
export type CreditEventType = (typeof CREDIT_EVENT_TYPES)[number];

export const HISTORY_PAGE_SIZE = 10;
const MAX_HISTORY_PAGE_SIZE = 100;

/** Which part of the credit history is asked for: all of it, or one campaign's. */
export const creditHistoryFilter = z.object({
  campaign_id: z.string().min(1).max(100).optional().describe('Only the events of this campaign'),
});

/** A page of the credit history, the newest events first. */
export const creditHistoryInput = creditHistoryFilter.extend({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  page_size: z.coerce.number().int().min(1).max(MAX_HISTORY_PAGE_SIZE).default(HISTORY_PAGE_SIZE),
});

/** One credit event, as its owner sees it. */
export const creditHistoryEntry = z.object({
  version: z.int().describe('The number of the event, from 1'),
  type: z.enum(CREDIT_EVENT_TYPES),
  date: z.iso.datetime(),
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

export const creditHistoryOutput = z.object({ entries: z.array(creditHistoryEntry), total: z.int() });

/** The campaigns that the credit history can be filtered by, the latest first. */
export const creditCampaignsOutput = z.array(z.object({ id: z.string(), name: z.string().nullable() }));
