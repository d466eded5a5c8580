import { z } from 'zod';
import { campaignSchema } from './campaigns.ts';
import { creditsOutput } from './credits.ts';

/** Fields of a campaign that change while it is sent. */
export const campaignStatsSchema = campaignSchema.pick({
  id: true,
  name: true,
  campaign_name: true,
  drop_date: true,
  status: true,
  status_message: true,
  status_reason: true,
  voicemail_status: true,
  total: true,
  delivered: true,
  failed: true,
  pending: true,
  retryable: true,
  credit_cost: true,
  held: true,
  completed: true,
  messaging_completed: true,
  voicemail_completed: true,
});
export type CampaignStats = z.infer<typeof campaignStatsSchema>;

/** Changes since a subscriber's last update; only the latest state of each campaign. */
export const liveUpdateSchema = z.object({
  campaigns: z.array(campaignStatsSchema),
  gone: z.array(z.string()).describe('Ids of deleted campaigns'),
  credits: creditsOutput.optional().describe('Present if the balance may have changed'),
});
export type LiveUpdate = z.infer<typeof liveUpdateSchema>;
