import type { z } from 'zod';
import type { createCampaignOutput } from '#shared/schemas/campaigns.ts';
import type { CampaignsDeps } from './campaigns-deps.ts';
import { presentCampaign, type VisibleCampaign } from './present-campaign.ts';

export type CreateAnswer = z.infer<typeof createCampaignOutput>;

/** The answer to a creation that has succeeded; `balance` is what can be spent then. */
export async function answerFor(
  { campaigns }: Pick<CampaignsDeps, 'campaigns'>,
  campaignId: string,
  balance: number,
): Promise<CreateAnswer> {
  const campaign = (await campaigns.find(campaignId)) as VisibleCampaign;
  return { success: true, campaign: presentCampaign(campaign), credit_cost: campaign.creditCost, balance };
}
