import type { RunnableCampaign } from '#server/features/campaigns/api.ts';
import type { DropsDeps } from '#server/features/drops/drops-deps.ts';

/**
 * Reads a campaign from the database, and returns it if calls may be made for it: it is Sending, and the account that calls
 * is not being erased.
 */
export async function callableCampaign(
  { campaigns, users }: Pick<DropsDeps, 'campaigns' | 'users'>,
  { id, caller }: Pick<RunnableCampaign, 'id' | 'caller'>,
): Promise<RunnableCampaign | undefined> {
  const [campaign, owner] = await Promise.all([campaigns.find(id), users.byUid(caller)]);
  return campaign?.status === 'Sending' && owner !== undefined ? campaign : undefined;
}
