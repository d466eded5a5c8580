import type { DropsDeps } from './drops-deps.ts';
import { releaseDeleted } from './settlement/finish-campaign.ts';
import type { RunnableCampaign } from './ports.ts';
import { settleCampaign } from './settlement/settle-campaign.ts';

/** How many calls are cancelled while somebody waits; the job settles the others as it does what is given back. */
const CANCEL_AT_ONCE = 20_000;

const keyOf = ({ id, run }: RunnableCampaign, why: string) => `release:${id}:${String(run)}:${why}`;

/**
 * Withdraws a campaign that is Deleting: what pending calls hold is released at once, and a job erases the campaign.
 * Calls that the carrier has keep their hold until they are final. Returns the credits released so far, also when it is
 * asked again.
 */
export async function withdrawCampaign(deps: DropsDeps, campaignId: string): Promise<number> {
  const campaign = await deps.campaigns.find(campaignId);
  if (campaign?.status !== 'Deleting') return 0;
  // One that has never been Sending has no calls to tell apart: all that it holds goes back without a look at them.
  if (campaign.runEpoch === 0) await releaseDeleted(deps, campaign);
  else {
    const cancelled = await deps.calls.cancelPending(campaignId, CANCEL_AT_ONCE);
    await releaseCancelled(deps, campaign);
    if (cancelled < CANCEL_AT_ONCE) await settleCampaign(deps, campaignId, undefined, releaseOnly);
  }
  await deps.jobs.settle(campaignId);
  const releases = await Promise.all(
    ['cancelled', 'deleted'].map((why) => deps.ledger.find(campaign.streamId, keyOf(campaign, why))),
  );
  return releases.reduce((sum, release) => sum + (release?.amount ?? 0), 0);
}

/** Finishes without erasing, which takes as long as there are contacts. */
async function releaseOnly(deps: DropsDeps, campaign: RunnableCampaign): Promise<'done' | 'overtaken'> {
  return (await releaseDeleted(deps, campaign)) === 'overtaken' ? 'overtaken' : 'done';
}

async function releaseCancelled(
  { calls, ledger, log }: DropsDeps,
  campaign: RunnableCampaign,
): Promise<void> {
  const { id: campaignId, streamId, voidedPreparations } = campaign;
  const cancelled = await calls.countCancelled(campaignId, voidedPreparations);
  if (cancelled === 0) return;
  const key = keyOf(campaign, 'cancelled');
  const result = await ledger.execute(streamId, {
    type: 'release',
    key,
    campaignId,
    calls: cancelled,
    reason: 'deleted',
  });
  // Asked before, with fewer cancelled: what they hold is released when the last call is final.
  if (!result.ok)
    log.warn({ campaignId, refusal: result.refusal }, 'cancelled contacts were released before');
}
