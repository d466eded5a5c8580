import { z } from 'zod';
import { nextCallsSchema } from './calling/calling.ts';
import { campaignSchema } from './campaigns/campaigns.ts';
import { creditsOutput } from './billing/credits.ts';

/** What screens show of a campaign and changes while it is sent. */
export const campaignStatsSchema = campaignSchema
  .pick({
    id: true,
    name: true,
    drop_date: true,
    status: true,
    status_message: true,
    status_reason: true,
    total: true,
    delivered: true,
    failed: true,
    pending: true,
    retryable: true,
    held: true,
    completed: true,
  })
  .extend({
    next_calls: nextCallsSchema,
    settled: z
      .int()
      .describe('Calls that are counted and charged; those that are delivered and failed lead it'),
  });
export type CampaignStats = z.infer<typeof campaignStatsSchema>;

/** Changes since a subscriber's last update; only the latest state of each campaign. */
export const liveUpdateSchema = z.object({
  campaigns: z.array(campaignStatsSchema),
  gone: z.array(z.string()).describe('Ids of deleted campaigns'),
  credits: creditsOutput.optional().describe('Present if the balance may have changed'),
});
export type LiveUpdate = z.infer<typeof liveUpdateSchema>;
