import type { ReasonCounts } from './call-counts.ts';
import { recount } from './recount.ts';
import type { RecountStore } from './recount-store.ts';

/** A campaign whose reasons are counted again. */
interface SettledCampaign {
  id: string;
  status: string;
  run: number;
  lastSettlement: number;
  failed: number;
}

/** Stores the counted reasons of a campaign; see `RunStore`. */
export interface OutcomeRecords {
  find(campaignId: string): Promise<SettledCampaign | undefined>;
  setOutcomes(
    campaign: SettledCampaign,
    counted: { reasons: ReasonCounts; retryable: number },
  ): Promise<boolean>;
}

/**
 * Counts the failed calls by reason of a campaign that an older version has settled, and stores the counts; `undefined`
 * while they change.
 */
export async function countOutcomes(
  { campaigns, recounts }: { campaigns: OutcomeRecords; recounts: RecountStore },
  campaignId: string,
): Promise<ReasonCounts | undefined> {
  const campaign = await campaigns.find(campaignId);
  if (campaign?.status !== 'Success' && campaign?.status !== 'Failed') return undefined;
  const { reasons, retryable } = await recount(recounts, campaignId);
  return (await campaigns.setOutcomes(campaign, { reasons, retryable })) ? reasons : undefined;
}
