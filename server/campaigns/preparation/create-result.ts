import type { z } from 'zod';
import { CAMPAIGN_STATUSES } from '#shared/campaign-lifecycle.ts';
import type { createCampaignOutput } from '#shared/schemas/campaigns.ts';
import type { SignedInUser } from '#server/trpc/context.ts';
import type { CampaignsDeps } from '#server/campaigns/campaigns-deps.ts';
import { presentCampaign, type VisibleCampaign } from '#server/campaigns/present-campaign.ts';

export type CreateResult = z.infer<typeof createCampaignOutput>;

/** The answer to a creation that has succeeded; `balance` is what can be spent then. */
export async function responseFor(
  { campaigns }: Pick<CampaignsDeps, 'campaigns'>,
  campaignId: string,
  balance: number,
): Promise<CreateResult> {
  const campaign = (await campaigns.find(campaignId)) as VisibleCampaign;
  return { success: true, campaign: presentCampaign(campaign), credit_cost: campaign.creditCost, balance };
}

/** What became of a creation that may not have answered (see `once`). */
export async function lookupCreation(
  deps: Pick<CampaignsDeps, 'campaigns' | 'ledger'>,
  user: SignedInUser,
  campaignId: string,
): Promise<CreateResult | 'in progress' | undefined> {
  const campaign = await deps.campaigns.find(campaignId);
  if (CAMPAIGN_STATUSES.some((status) => status === campaign?.status)) {
    const { available } = await deps.ledger.balance(user.streamId);
    return responseFor(deps, campaignId, available);
  }
  return campaign?.preparing === undefined ? undefined : 'in progress';
}
