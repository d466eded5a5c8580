import { MAX_LATE_MS } from '#shared/campaign-lifecycle.ts';
import type { RunnableCampaign } from '#server/features/campaigns/api.ts';
import type { DropsDeps } from '#server/features/drops/drops-deps.ts';

/** Why no calls may be placed for an account. `since`: of several reasons the first; absent where it is being erased. */
export interface CallBlock {
  since?: Date;
}

/**
 * Returns why no calls may be placed for an account: it is being erased or suspended, or an operator has stopped all calls;
 * undefined if they may.
 */
export async function callBlock(
  { users, callingStop }: Pick<DropsDeps, 'users' | 'callingStop'>,
  caller: string,
): Promise<CallBlock | undefined> {
  const [owner, stoppedAt] = await Promise.all([users.byUid(caller), callingStop.stoppedAt()]);
  if (owner === undefined) return {};
  const [since] = [owner.suspendedAt, stoppedAt]
    .filter((at) => at !== undefined)
    .toSorted((a, b) => a.getTime() - b.getTime());
  return since && { since };
}

export const BLOCKED_REASON = 'Calls were stopped for more than a day. Resume it if it is still to be sent';

/** Returns whether calls have been blocked for more than a day; false while the account is being erased. */
export function isBlockedForLong({ clock }: Pick<DropsDeps, 'clock'>, { since }: CallBlock): boolean {
  return since !== undefined && clock.now().getTime() - since.getTime() > MAX_LATE_MS;
}

/** Reads a campaign from the database, and returns it if calls may be placed for it: it is Sending, and its account may call. */
export async function callableCampaign(
  deps: Pick<DropsDeps, 'campaigns' | 'users' | 'callingStop'>,
  { id, caller }: Pick<RunnableCampaign, 'id' | 'caller'>,
): Promise<RunnableCampaign | undefined> {
  const [campaign, block] = await Promise.all([deps.campaigns.find(id), callBlock(deps, caller)]);
  return campaign?.status === 'Sending' && block === undefined ? campaign : undefined;
}
