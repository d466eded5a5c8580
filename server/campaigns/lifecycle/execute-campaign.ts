import type { CampaignStatus } from '#shared/campaign-lifecycle.ts';
import { AppError } from '#server/lib/errors.ts';
import type { CampaignsDeps } from '#server/campaigns/campaigns-deps.ts';
import type { VisibleCampaign } from '#server/campaigns/present-campaign.ts';
import { refuse } from '#server/campaigns/refuse.ts';

/**
 * Sends a campaign now. Without `force` it must be due. Asked again while it is Sending, it changes nothing
 * (contract §6). Answers the new status.
 */
export async function executeCampaign(
  { campaigns, engine, clock }: CampaignsDeps,
  campaign: VisibleCampaign,
  force: boolean,
): Promise<CampaignStatus> {
  const now = clock.now();
  if (!force && campaign.status !== 'Sending' && campaign.dropDate > now) {
    throw new AppError('CONFLICT', 'The drop date of this campaign is still ahead.');
  }
  const sending = await campaigns.transition(campaign._id, ['Scheduled', 'Paused'], 'Sending', {
    // Lists go by the drop date: one that starts now is dropped now, whatever was planned.
    set: campaign.startedAt === undefined ? { startedAt: now, dropDate: now } : {},
  });
  if (sending === undefined) {
    const current = await campaigns.find(campaign._id);
    if (current?.status !== 'Sending') throw refuse('execute', current);
    await engine.ensureRunning(campaign._id);
  } else await engine.run(campaign._id);
  return 'Sending';
}
