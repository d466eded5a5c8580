import type { DropsDeps } from './drops-deps.ts';
import { eraseSpeech } from './erase-speech.ts';
import type { RunnableCampaign } from './ports.ts';

/**
 * Finishes a campaign of which every call is settled: what failed calls held is released, *then* the status changes,
 * so that a crash in between is seen and repeated (design §4). `campaign` must have been read after its last settlement.
 * Answers the credits released.
 */
export async function finishCampaign(deps: DropsDeps, campaign: RunnableCampaign): Promise<number> {
  if (campaign.status === 'Deleting') return finishDeleting(deps, campaign);
  const { id, run, total, delivered, failed } = campaign;
  if (delivered + failed < total) return 0;
  // A pause holds back calls, and there are none any more: the credits that are left go back now.
  if (campaign.status === 'Paused') {
    const resumed = await deps.campaigns.resumeToFinish(id);
    return resumed === undefined ? 0 : finishCampaign(deps, resumed);
  }
  if (campaign.status !== 'Sending') return 0;
  const released = await releaseRest(deps, campaign, 'finished');
  await deps.claims.erase(id, run);
  const finished = await deps.campaigns.finish(id, run, delivered > 0 ? 'Success' : 'Failed');
  if (finished) await deps.jobs.notify(id);
  return released;
}

/** Erases a campaign that is being deleted once the carrier has nothing of it any more and all is settled. */
async function finishDeleting(deps: DropsDeps, campaign: RunnableCampaign): Promise<number> {
  const { id, run, lastSettlement } = campaign;
  if (await deps.calls.has(id, ['claimed', 'placed', 'success', 'failed'])) return 0;
  // Calls that are marked as settled may still be charged: their hold is released by whoever finishes that settlement.
  if ((await deps.settlements.find(id, lastSettlement + 1)) !== undefined) return 0;
  const released = await releaseRest(deps, campaign, 'deleted');
  await deps.contacts.erase(id);
  await eraseSpeech(deps, id);
  await deps.claims.erase(id, run);
  await deps.campaigns.bury(id);
  return released;
}

/** Releases all that a campaign still holds; answers the credits. */
async function releaseRest(
  { ledger }: Pick<DropsDeps, 'ledger'>,
  { id: campaignId, streamId, run }: Pick<RunnableCampaign, 'id' | 'streamId' | 'run'>,
  reason: 'finished' | 'deleted',
): Promise<number> {
  const { held } = await ledger.campaignHold(streamId, campaignId);
  if (held === 0) return 0;
  const key = `release:${campaignId}:${String(run)}:${reason}`;
  const result = await ledger.execute(streamId, { type: 'release', key, campaignId, calls: 'rest', reason });
  if (!result.ok) throw new Error(`The ledger refused ${key}: ${result.refusal.type}`);
  return result.event.amount;
}
