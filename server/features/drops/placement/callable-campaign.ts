import type { RunnableCampaign } from '#server/features/campaigns/api.ts';
import type { DropsDeps } from '#server/features/drops/drops-deps.ts';

/**
 * Returns whether calls may be placed for an account: it is not being erased or suspended, and an operator has not stopped
 * all calls.
 */
export async function mayCall(
  { users, callingStop }: Pick<DropsDeps, 'users' | 'callingStop'>,
  caller: string,
): Promise<boolean> {
  const [owner, isStopped] = await Promise.all([users.byUid(caller), callingStop.isStopped()]);
  return owner !== undefined && owner.suspended !== true && !isStopped;
}

/** Reads a campaign from the database, and returns it if calls may be placed for it: it is Sending, and its account may call. */
export async function callableCampaign(
  deps: Pick<DropsDeps, 'campaigns' | 'users' | 'callingStop'>,
  { id, caller }: Pick<RunnableCampaign, 'id' | 'caller'>,
): Promise<RunnableCampaign | undefined> {
  const [campaign, allowed] = await Promise.all([deps.campaigns.find(id), mayCall(deps, caller)]);
  return campaign?.status === 'Sending' && allowed ? campaign : undefined;
}
