import { notFound } from '#server/lib/errors.ts';
import type { CampaignsDeps } from './campaigns-deps.ts';
import type { VisibleCampaign } from './present-campaign.ts';

/** Returns a user's campaign by id or name. Throws `AppError` NOT_FOUND, also for other users' campaigns. */
export async function findCampaign(
  deps: Pick<CampaignsDeps, 'campaigns'>,
  uid: string,
  reference: string,
): Promise<VisibleCampaign> {
  const campaign = await deps.campaigns.findOwned(uid, reference);
  if (campaign === undefined) throw notFound('Campaign');
  return campaign;
}
