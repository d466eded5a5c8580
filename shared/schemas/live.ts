import type { z } from 'zod';
import { campaignSchema } from './campaigns.ts';
import type { creditsOutput } from './credits.ts';

/** What moves of a campaign while it is sent. */
export const campaignFiguresSchema = campaignSchema.pick({
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
export type CampaignStats = z.infer<typeof campaignFiguresSchema>;

/** What changed since a listener was told last; the latest of everything, not every step. */
export interface LiveUpdate {
  campaigns: CampaignStats[];
  /** Campaigns that were deleted, by id. */
  gone: string[];
  /** Present where the balance may have moved. */
  credits?: z.infer<typeof creditsOutput>;
}
