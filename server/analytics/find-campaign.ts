import { notFound } from '#server/lib/errors.ts';
import type { CampaignCounters, CampaignStatistics } from '#server/campaigns/api.ts';

/** Returns a user's campaign by id or name. Throws `AppError` NOT_FOUND, also for other users' campaigns. */
export async function findCampaign(
  statistics: Pick<CampaignStatistics, 'findCampaign'>,
  userId: string,
  reference: string,
): Promise<CampaignCounters> {
  const campaign = await statistics.findCampaign(userId, reference);
  if (campaign === undefined) throw notFound('Campaign');
  return campaign;
}
