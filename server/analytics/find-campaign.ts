import { notFound } from '#server/lib/errors.ts';
import type { CampaignCounters, CampaignStatistics } from './ports.ts';

/** One of a user's campaigns by id or name; 404 for everything else, other users' campaigns included (contract §5). */
export async function findCampaign(
  statistics: Pick<CampaignStatistics, 'findCampaign'>,
  userId: string,
  reference: string,
): Promise<CampaignCounters> {
  const campaign = await statistics.findCampaign(userId, reference);
  if (campaign === undefined) throw notFound('Campaign');
  return campaign;
}
