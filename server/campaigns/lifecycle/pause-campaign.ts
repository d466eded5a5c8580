import type { CampaignStatus } from '#shared/campaign-lifecycle.ts';
import type { CampaignsDeps } from '#server/campaigns/campaigns-deps.ts';
import type { VisibleCampaign } from '#server/campaigns/present-campaign.ts';
import { transitionError } from '#server/campaigns/transition-error.ts';

/** Pauses a campaign; no new calls start after the current batch. Returns the new status. */
export async function pauseCampaign(
  { campaigns }: CampaignsDeps,
  { _id }: VisibleCampaign,
): Promise<CampaignStatus> {
  const paused = await campaigns.transition(_id, ['Scheduled', 'Sending'], 'Paused');
  if (paused === undefined) throw transitionError('pause', await campaigns.find(_id));
  return 'Paused';
}

/** Resumes a paused campaign: to Scheduled if it never started and its drop date is ahead, else to Sending. */
export async function resumeCampaign(
  { campaigns, engine, clock }: CampaignsDeps,
  campaign: VisibleCampaign,
): Promise<CampaignStatus> {
  const { _id } = campaign;
  const now = clock.now();
  const scheduled = await campaigns.transition(_id, ['Paused'], 'Scheduled', {
    where: { startedAt: { $exists: false }, dropDate: { $gt: now } },
    unset: ['statusReason'],
  });
  if (scheduled !== undefined) {
    await engine.runAt(_id, scheduled.dropDate);
    return 'Scheduled';
  }
  const sending = await campaigns.transition(_id, ['Paused'], 'Sending', {
    set: { startedAt: campaign.startedAt ?? now },
  });
  if (sending === undefined) throw transitionError('resume', await campaigns.find(_id));
  await engine.run(_id);
  return 'Sending';
}
