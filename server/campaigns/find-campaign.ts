import { notFound } from '#server/lib/errors.ts';
import type { CampaignsDeps } from './campaigns-deps.ts';
import type { VisibleCampaign } from './present-campaign.ts';

/** One of a user's campaigns by id or name; 404 for everything else, other users' campaigns included (contract §5). */
export async function findCampaign(
  deps: Pick<CampaignsDeps, 'campaigns'>,
  uid: string,
  reference: string,
): Promise<VisibleCampaign> {
  const campaign = await deps.campaigns.findOwned(uid, reference);
  if (campaign === undefined) throw notFound('Campaign');
  return campaign;
}
