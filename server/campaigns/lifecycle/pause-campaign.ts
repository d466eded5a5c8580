import type { CampaignStatus } from '#shared/campaign-lifecycle.ts';
import type { CampaignsDeps } from '#server/campaigns/campaigns-deps.ts';
import type { VisibleCampaign } from '#server/campaigns/present-campaign.ts';
import { refuse } from '#server/campaigns/refuse.ts';

/** Pauses a campaign: within one batch nobody new is called. Answers the new status. */
export async function pauseCampaign(
  { campaigns }: CampaignsDeps,
  { _id }: VisibleCampaign,
): Promise<CampaignStatus> {
  const paused = await campaigns.transition(_id, ['Scheduled', 'Sending'], 'Paused');
  if (paused === undefined) throw refuse('pause', await campaigns.find(_id));
  return 'Paused';
}

/** Goes on with a paused campaign: it waits for its drop date again where that is still ahead and nobody was called yet. */
export async function resumeCampaign(
  { campaigns, engine, clock }: CampaignsDeps,
  campaign: VisibleCampaign,
): Promise<CampaignStatus> {
  const { _id } = campaign;
  const now = clock.now();
  const waiting = await campaigns.transition(_id, ['Paused'], 'Scheduled', {
    where: { startedAt: { $exists: false }, dropDate: { $gt: now } },
    unset: ['statusReason'],
  });
  if (waiting !== undefined) {
    await engine.runAt(_id, waiting.dropDate);
    return 'Scheduled';
  }
  const sending = await campaigns.transition(_id, ['Paused'], 'Sending', {
    set: { startedAt: campaign.startedAt ?? now },
  });
  if (sending === undefined) throw refuse('resume', await campaigns.find(_id));
  await engine.run(_id);
  return 'Sending';
}
