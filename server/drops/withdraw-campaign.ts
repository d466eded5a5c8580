import type { DropsDeps } from './drops-deps.ts';
import type { RunnableCampaign } from './ports.ts';
import { settleCampaign } from './settle-campaign.ts';

/**
 * Withdraws a campaign that is Deleting: what is pending is cancelled and what it held is released. Calls that the
 * carrier has keep their hold until they are final (design §4, "Delete"). Answers the credits released now.
 */
export async function withdrawCampaign(deps: DropsDeps, campaignId: string): Promise<number> {
  const campaign = await deps.campaigns.find(campaignId);
  if (campaign?.status !== 'Deleting') return 0;
  await deps.calls.cancelPending(campaignId);
  const released = await releaseCancelled(deps, campaign);
  return released + (await settleCampaign(deps, campaignId));
}

async function releaseCancelled(
  { calls, ledger, log }: DropsDeps,
  { id: campaignId, run, streamId, voidedSteps }: RunnableCampaign,
): Promise<number> {
  const cancelled = await calls.countCancelled(campaignId, voidedSteps);
  if (cancelled === 0) return 0;
  const key = `release:${campaignId}:${String(run)}:cancelled`;
  const result = await ledger.execute(streamId, {
    type: 'release',
    key,
    campaignId,
    calls: cancelled,
    reason: 'deleted',
  });
  if (result.ok) return result.event.amount;
  // Asked before, with fewer cancelled: what they hold is released when the last call is final.
  log.warn({ campaignId, refusal: result.refusal }, 'cancelled contacts were released before');
  return 0;
}
