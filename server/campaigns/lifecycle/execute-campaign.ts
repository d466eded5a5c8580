import type { CampaignStatus } from '#shared/campaign-lifecycle.ts';
import { AppError } from '#server/lib/errors.ts';
import type { CampaignsDeps } from '#server/campaigns/campaigns-deps.ts';
import type { VisibleCampaign } from '#server/campaigns/present-campaign.ts';
import { transitionError } from '#server/campaigns/transition-error.ts';

/**
 * Starts a campaign now; without `force` it must be due. Does nothing if it is already Sending. Returns the status.
 * Throws `AppError` CONFLICT or ILLEGAL_TRANSITION.
 */
export async function executeCampaign(
  { campaigns, engine, clock }: CampaignsDeps,
  campaign: VisibleCampaign,
  force: boolean,
): Promise<CampaignStatus> {
  const now = clock.now();
  if (!force && campaign.status !== 'Sending' && campaign.dropDate > now) {
    throw new AppError('CONFLICT', 'The drop date of this campaign is in the future.');
  }
  const sending = await campaigns.transition(campaign._id, ['Scheduled', 'Paused'], 'Sending', {
    // Lists sort by drop date: a campaign that starts early gets the current date.
    set: campaign.startedAt === undefined ? { startedAt: now, dropDate: now } : {},
  });
  if (sending === undefined) {
    const current = await campaigns.find(campaign._id);
    if (current?.status !== 'Sending') throw transitionError('execute', current);
    await engine.ensureRunning(campaign._id);
  } else await engine.run(campaign._id);
  return 'Sending';
}
