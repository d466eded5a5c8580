import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import type { OwnedCampaign } from './erasure-store.ts';

/** Campaigns per query. */
const BATCH = 100;

/**
 * Erases all campaigns of an account that is being erased, with contacts, holds, counts and consents. None can start meanwhile:
 * one that began to send is paused and deleted like the others. Returns false while calls are at the carrier or a
 * preparation is in progress; call it again then. Repeatable.
 */
export async function eraseCampaigns(deps: CampaignsDeps, userId: string): Promise<boolean> {
  const { erasures, eraseCounts } = deps;
  for await (const campaign of erasures.streamLive(userId)) await remove(deps, campaign);
  for (;;) {
    const ids = await erasures.listTombstones(userId, BATCH);
    if (ids.length === 0) break;
    // Before the campaigns, by which these are found.
    await eraseCounts(userId, ids);
    await erasures.eraseTombstones(ids);
  }
  await eraseCounts(userId, []);
  if (await erasures.hasAny(userId)) return false;
  // Last, as a preparation in progress may record one.
  await deps.consents.eraseAll(userId);
  return true;
}

/** Deletes a campaign, as its owner would. One that is being prepared is left to the next call. */
async function remove(
  { statuses, cancelCalls, eraseCampaign }: CampaignsDeps,
  { _id, status }: OwnedCampaign,
): Promise<void> {
  if (status !== 'Deleting') {
    await statuses.transition(_id, 'Paused', { from: ['Sending'] });
    const deleting = await statuses.transition(_id, 'Deleting', { unset: ['liveName'] });
    if (deleting === undefined) return;
  }
  await cancelCalls(_id);
  await eraseCampaign(_id);
}
