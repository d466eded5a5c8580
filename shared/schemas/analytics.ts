import { z } from 'zod';
import { callReasonSchema, reasonCode } from './call-reasons.ts';
import { CALL_STATUSES, CAMPAIGN_STATUSES } from '../campaign-lifecycle.ts';
import { callQueryFields } from './campaigns/call-query.ts';
import { callEvidenceSchema, erasedAfterDays } from './campaigns/campaign-contacts.ts';
import { daysIn, isReversed, MAX_CHART_DAYS, REVERSED_RANGE } from '../day-range.ts';
import { dayField } from './campaigns/campaign-overview.ts';
import { isoTime } from './iso-time.ts';
import { nextPage } from '#shared/schemas/list-cursor.ts';

/** Maximum page size of call details; longer lists are paged or downloaded. */
export const MAX_CALLS_PER_PAGE = 10_000;

const count = z.int().min(0);
const rate = z.int().min(0).max(100);
const noMessages = z.literal(0).describe('Text messages are not offered');

/** Days covered by the aggregates; the dashboard uses two weeks to compare them. */
export const TIMEFRAME_DAYS = { '7d': 7, '14d': 14 } as const;

export const aggregatesInput = z.object({
  timeframe: z
    .enum(['7d', '14d'], 'must be 7d or 14d')
    .default('7d')
    .describe('The last 7 or 14 days, today included, UTC'),
});

const dayAggregate = z.object({
  dropcowboy_total_calls: count.describe('Calls that became final on that day'),
  call_sent_rate: rate.describe('Rounded percentage of them that were delivered'),
});
/** GET /{provider}/aggregates/: keyed by UTC day `YYYY-MM-DD`, oldest first, days without calls included. */
export const aggregatesBody = z.record(z.string(), dayAggregate);
/** The same with the count that the rate is rounded from. */
export const aggregatesOutput = z.record(z.string(), dayAggregate.extend({ delivered: count }));

/** A campaign in the table of /analytics. */
export const analyticsRowSchema = z.object({
  id: z.string(),
  campaign_name: z.string(),
  drop_date: isoTime,
  started_at: isoTime.nullable().describe('When its first call could be made; null before'),
  dropcowboy_success_calls: count,
  dropcowboy_failed_calls: count,
  dropcowboy_pending_calls: count,
  dropcowboy_total_calls: count,
  telnyx_total_messages: noMessages,
  telnyx_successful_messages: noMessages,
  telnyx_failed_messages: noMessages,
  telnyx_success_rate: noMessages,
  campaign_status: z.enum(CAMPAIGN_STATUSES),
});
export type AnalyticsRow = z.infer<typeof analyticsRowSchema>;
/** GET /{provider}/analytics/: an array of rows; the `Link` header has the next page. */
export const analyticsBody = z.array(analyticsRowSchema);
export const analyticsOutput = z.object({
  rows: analyticsBody,
  next: nextPage,
  previous: z.string().nullable().describe('The cursor of the page before; null where this is the first'),
});

/**
 * The calls of a range of days, by `DAY_RULE`, with the campaigns that drop in it, how many of them the whole filter
 * matches, and their pending calls. Without a range, the sums of all campaigns.
 */
export const analyticsTotalsOutput = z.object({
  campaigns: count,
  matching: count,
  total: count.describe('Calls that became final in the range; without one, all calls, pending ones too'),
  delivered: count,
  failed: count,
  pending: count,
});
export type AnalyticsTotals = z.infer<typeof analyticsTotalsOutput>;

/** The days of a chart; the last 30 without it. */
export const daysInput = z
  .object({ from: dayField, to: dayField })
  .refine((range) => !isReversed(range), { error: REVERSED_RANGE, path: ['to'] })
  .refine((range) => daysIn(range) <= MAX_CHART_DAYS, {
    error: `A chart covers at most ${String(MAX_CHART_DAYS)} days`,
    path: ['from'],
  })
  .optional();
export const daysOutput = z.array(
  z.object({ day: z.string().describe('YYYY-MM-DD, UTC'), delivered: count, failed: count }),
);
export type DayCalls = z.infer<typeof daysOutput>[number];

export const analyticsCampaignRef = z.object({
  campaign_name: z.string().describe('The campaign’s name or id'),
});

/** GET /{provider}/aggregates/{campaign_name}/: the stats of one campaign. */
export const campaignAggregateOutput = z.object({
  dropcowboy_total_calls_sent: count.describe('Calls that are final'),
  dropcowboy_success_calls: count,
  dropcowboy_failed_calls: count,
  dropcowboy_call_sent_rate: rate.describe('Rounded percentage of the final calls that were delivered'),
  telnyx_total_messages: noMessages,
  telnyx_successful_messages: noMessages,
  telnyx_failed_messages: noMessages,
  telnyx_message_sent_rate: noMessages,
});

/** A page of calls: which of them, in which order, and from where. */
export const detailsPageFields = callQueryFields.extend({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  page_size: z.coerce.number().int().min(1).max(MAX_CALLS_PER_PAGE).default(MAX_CALLS_PER_PAGE),
});

/** One contact's call. */
export const callDetailSchema = z.object({
  number: z.int().describe('The number of the contact in the campaign'),
  phone_number: z.string().describe('The number dialled: 11 digits'),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  company_name: z.string(),
  status: z.enum(CALL_STATUSES),
  reason: z.string().nullable().describe('Why the call failed'),
  reason_code: reasonCode,
  date: isoTime.describe(
    'ISO time of the call’s last change; the start date of the campaign while it is pending',
  ),
  call: callEvidenceSchema
    .nullable()
    .describe('When it was called and what allowed it, null before and for calls of older versions'),
});
export type CallDetail = z.infer<typeof callDetailSchema>;

/** GET /{provider}/analytics/details/{campaign_name}/: an array with one entry, that campaign. */
export const detailsOutput = z.array(
  z.object({
    campaign_name: z.string(),
    total: count.describe('Calls of the campaign, on all pages'),
    matching: count.describe('Calls that the filter and the search match, on all pages'),
    matching_exact: z.boolean().describe('Whether it is exact; otherwise there are more'),
    call_details: z.array(callDetailSchema),
    next: nextPage,
    contacts_erased_after_days: erasedAfterDays,
  }),
);

/** The calls of one campaign by their last result; a call that was retried counts once. */
export const outcomesOutput = z.object({
  total: count,
  delivered: count,
  failed: count,
  pending: count,
  retryable: count.describe('Failed calls that a retry which names no reasons makes again'),
  reasons: z.array(
    z.object({
      code: callReasonSchema,
      reason: z.string(),
      count: count.describe('Calls that failed for it, most first'),
      retryable: count.describe('Those of them that can be made again'),
    }),
  ),
});
export type Outcomes = z.infer<typeof outcomesOutput>;

const utcDay = z.iso.date('must be a date such as 2026-11-20');

/** The most days of one question for hours. */
export const MAX_HOURS_DAYS = 366;

export const hoursInput = z
  .object({
    from: utcDay.describe('The first UTC day'),
    to: utcDay.optional().describe('The last UTC day; missing: today'),
  })
  .refine(({ from, to }) => to === undefined || from <= to, {
    path: ['to'],
    message: 'must not be before from',
  });

/** Calls by the hour in which they were made, in the called person’s own time; hours without calls are missing. */
export const weekHours = z.array(
  z.object({
    weekday: z.int().min(1).max(7).describe('1 is Monday'),
    hour: z.int().min(0).max(23),
    delivered: count,
    failed: count,
  }),
);
export const hoursOutput = z.object({ from: z.string(), to: z.string(), hours: weekHours });
