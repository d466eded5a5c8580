import { z } from 'zod';
import { CAMPAIGN_STATUSES } from '#shared/campaign-lifecycle.ts';
import { nextCallsSchema } from '#shared/schemas/calling/calling.ts';

/** Seconds of the chart of a running campaign. */
export const SHOWN_SECONDS = 60;

const count = z.int().min(0);
const credits = z.int().min(0);

/** The progress of a campaign now, for its details page (tRPC only). */
export const campaignProgressOutput = z.object({
  status: z.enum(CAMPAIGN_STATUSES),
  total: count,
  delivered: count,
  failed: count,
  pending: count,
  per_second: z
    .array(
      z.object({
        at: z.int().describe('When the second began, in milliseconds since 1970'),
        delivered: count,
        failed: count,
      }),
    )
    .describe('Calls by the second in which they were counted: the last 60 whole seconds, oldest first'),
  calls_per_minute: count.describe('Delivered and failed, at the pace of the last 15 seconds'),
  seconds_left: count
    .nullable()
    .describe('Until the last call at that pace; null where it cannot be told: see the next two'),
  next_calls: nextCallsSchema.describe('Set while nobody may be called'),
  ends_later: z
    .boolean()
    .describe('The calling hours of some contacts end, or begin, before the others are called'),
  charged: credits.describe('Credits charged for settled calls'),
  held: credits.describe('Credits still on hold, without those of delivered calls that are not settled yet'),
  cost_so_far: credits.describe(
    'The charged credits, and the price of delivered calls that are not settled yet',
  ),
  cost_is_exact: z.boolean(),
});
export type CampaignProgress = z.infer<typeof campaignProgressOutput>;
