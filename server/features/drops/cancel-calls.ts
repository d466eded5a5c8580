import type { DropsDeps } from './drops-deps.ts';
import { releaseDeleted } from './settlement/finish-campaign.ts';
import type { RunnableCampaign } from '#server/features/campaigns/api.ts';
import { settleCampaign } from './settlement/settle-campaign.ts';

/** Calls that are cancelled in the request; the settlement job cancels the rest. */
const CANCEL_AT_ONCE = 20_000;

const keyOf = ({ id, run }: RunnableCampaign, reason: string) => `release:${id}:${String(run)}:${reason}`;

/**
 * Cancels the calls of a campaign that is Deleting: releases the hold of pending calls at once and schedules a job that erases
 * it. Calls at the carrier keep their hold until they are final. Returns the credits released so far; repeatable.
 */
export async function cancelCallsOf(deps: DropsDeps, campaignId: string): Promise<number> {
  const campaign = await deps.campaigns.find(campaignId);
  if (campaign?.status !== 'Deleting') return 0;
  // A campaign that was never Sending has no calls: its whole hold is released.
  if (campaign.runEpoch === 0) await releaseDeleted(deps, campaign);
  else {
    const cancelled = await deps.calls.cancelPending(campaignId, CANCEL_AT_ONCE);
    await releaseCancelled(deps, campaign);
    if (cancelled < CANCEL_AT_ONCE) await settleCampaign(deps, campaignId, undefined, releaseOnly);
  }
  await deps.jobs.settle(campaignId);
  const releases = await Promise.all(
    ['cancelled', 'deleted'].map((reason) => deps.ledger.find(campaign.streamId, keyOf(campaign, reason))),
  );
  return releases.reduce((sum, release) => sum + (release?.amount ?? 0), 0);
}

/** Finishes without erasing, which takes too long for a request. */
async function releaseOnly(deps: DropsDeps, campaign: RunnableCampaign): Promise<'done' | 'superseded'> {
  return (await releaseDeleted(deps, campaign)) === 'superseded' ? 'superseded' : 'done';
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
  // An earlier request released fewer calls: the hold of the others is released when the last call is final.
  if (!result.ok)
    log.warn({ campaignId, refusal: result.refusal }, 'the cancelled contacts were already released');
}
