import { z } from 'zod';
import { CAMPAIGN_STATUSES, type CampaignStatus } from '#shared/campaign-lifecycle.ts';
import { CAMPAIGN_SORTS, SORT_DIRECTIONS } from '#shared/campaign-order.ts';
import { isRangeDay, isReversed, REVERSED_RANGE } from '#shared/day-range.ts';
import { MAX_NAME_LENGTH } from '#shared/limits.ts';
import { listLimit, NOT_A_CURSOR } from '#shared/schemas/list-cursor.ts';
import { typedName } from '#shared/schemas/typed-text.ts';

/** A UTC day as `YYYY-MM-DD`. */
export const dayField = z.string().refine(isRangeDay, 'must be a day such as 2026-11-20');

const cursorText = z
  .string()
  .regex(/^[\w.-]{1,800}$/, NOT_A_CURSOR)
  .nullish();

/** Which campaigns: those that drop in a range of UTC days, in a status, with a text in their name. */
export const campaignFilterFields = z.object({
  from: dayField.optional().describe('Only campaigns that start on this UTC day or later, YYYY-MM-DD'),
  to: dayField.optional().describe('Only campaigns that start on this UTC day or earlier, YYYY-MM-DD'),
  status: z.enum(CAMPAIGN_STATUSES).optional().describe('Only campaigns in this status'),
  search: typedName()
    .max(MAX_NAME_LENGTH, `The search may have at most ${String(MAX_NAME_LENGTH)} characters`)
    .optional()
    .describe('Only campaigns with this text in their name, in any case'),
});
export type CampaignFilterInput = z.infer<typeof campaignFilterFields>;

const reversed = { error: REVERSED_RANGE, path: ['to'] };

export const campaignFilterInput = campaignFilterFields
  .refine((range) => !isReversed(range), reversed)
  .prefault({});

export const campaignOrderFields = z.object({
  sort: z
    .enum(CAMPAIGN_SORTS)
    .default('time')
    .describe('What the list is sorted by; the start date without it'),
  direction: z
    .enum(SORT_DIRECTIONS)
    .default('desc')
    .describe('The direction of the order; `running` and `recent` have only one'),
});

const pageFields = z.object({
  cursor: cursorText.describe('The `next` of the previous page'),
  limit: listLimit,
});

/** The input of the documented list of campaigns: a page of one of two orders. */
export const campaignListInput = pageFields
  .extend({
    sort: z
      .enum(['time', 'running', 'recent'])
      .default('time')
      .describe(
        '`time`: the latest start date first; `running`: what is sending, to be sent, finished; `recent`: what is sending, paused, finished, to be sent',
      ),
  })
  .prefault({});

const backwards = {
  before: cursorText.describe('The `previous` of the next page; not together with `cursor`'),
};

/** The input of a list of campaigns: filter, order and page. */
export const campaignPageInput = z
  .object({
    ...pageFields.shape,
    ...backwards,
    ...campaignOrderFields.shape,
    ...campaignFilterFields.shape,
  })
  .refine((range) => !isReversed(range), reversed)
  .prefault({});

/** What the screen of campaigns lists: all of them, or those in some statuses. */
export const CAMPAIGN_GROUPS = {
  scheduled: ['Scheduled'],
  sending: ['Sending'],
  paused: ['Paused'],
  finished: ['Success', 'Failed'],
} as const satisfies Record<string, readonly CampaignStatus[]>;
export type CampaignGroup = keyof typeof CAMPAIGN_GROUPS;
export const CAMPAIGN_GROUP_NAMES = Object.keys(CAMPAIGN_GROUPS) as CampaignGroup[];

const groupField = z
  .enum(CAMPAIGN_GROUP_NAMES)
  .optional()
  .describe('Only campaigns that are scheduled, sending, paused or finished');

const idsField = z
  .string()
  .regex(/^[\w-]{1,64}(,[\w-]{1,64}){0,99}$/, 'must be up to 100 ids separated by commas')
  .transform((ids) => ids.split(','))
  .optional()
  .describe('Only these campaigns: up to 100 ids separated by commas');

/** The input of the CSV file of a list of campaigns. */
export const campaignsCsvInput = z
  .object({
    ...campaignOrderFields.shape,
    ...campaignFilterFields.shape,
    group: groupField,
    ids: idsField,
  })
  .refine((range) => !isReversed(range), reversed)
  .prefault({});

/** The input of the list on the screen of campaigns. */
export const campaignGroupInput = z
  .object({
    ...pageFields.shape,
    ...backwards,
    ...campaignOrderFields.shape,
    search: campaignFilterFields.shape.search,
    group: groupField,
  })
  .prefault({});
