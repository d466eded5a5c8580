import { z } from 'zod';
import { CALL_STATUSES, CAMPAIGN_STATUSES } from '../campaign-lifecycle.ts';
import { erasedAfterDays } from './campaigns.ts';
import { listPageInput } from './list-cursor.ts';

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

/** GET /{provider}/aggregates/: keyed by UTC day `YYYY-MM-DD`, oldest first, days without calls included. */
export const aggregatesOutput = z.record(
  z.string(),
  z.object({
    dropcowboy_total_calls: count.describe('Calls that became final on that day'),
    call_sent_rate: rate.describe('Percentage of them that were delivered'),
  }),
);

/** A campaign in the table of /analytics. */
export const analyticsRowSchema = z.object({
  id: z.string(),
  campaign_name: z.string(),
  drop_date: z.string().describe('ISO time, UTC'),
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
export const analyticsInput = listPageInput.prefault({});
export const analyticsOutput = z.object({
  rows: analyticsBody,
  next: z.string().nullable().describe('The cursor of the next page; null where this is the last'),
});

export const analyticsCampaignRef = z.object({
  campaign_name: z.string().describe('The campaign’s name or id'),
});

/** GET /{provider}/aggregates/{campaign_name}/: the stats of one campaign. */
export const campaignAggregateOutput = z.object({
  dropcowboy_total_calls_sent: count.describe('Calls that are final'),
  dropcowboy_success_calls: count,
  dropcowboy_failed_calls: count,
  dropcowboy_call_sent_rate: rate.describe('Percentage of the final calls that were delivered'),
  telnyx_total_messages: noMessages,
  telnyx_successful_messages: noMessages,
  telnyx_failed_messages: noMessages,
  telnyx_message_sent_rate: noMessages,
});

export const detailsPageFields = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  page_size: z.coerce.number().int().min(1).max(MAX_CALLS_PER_PAGE).default(MAX_CALLS_PER_PAGE),
});

/** One contact's call. */
export const callDetailSchema = z.object({
  phone_number: z.string().describe('The number dialled: 11 digits'),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  company: z.string(),
  status: z.enum(CALL_STATUSES),
  reason: z.string().nullable().describe('Why the call failed'),
  date: z.string().describe('ISO time of the call’s last change; of the drop while it is pending'),
});
export type CallDetail = z.infer<typeof callDetailSchema>;

/** GET /{provider}/analytics/details/{campaign_name}/: an array with one entry, that campaign. */
export const detailsOutput = z.array(
  z.object({
    campaign_name: z.string(),
    total: count.describe('Calls of the campaign, on all pages'),
    call_details: z.array(callDetailSchema),
    contacts_erased_after_days: erasedAfterDays,
  }),
);
