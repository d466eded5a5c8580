import type { CampaignStatus } from '#shared/campaign-lifecycle.ts';
import { AppError } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import type { SignedInUser } from '#server/trpc/context.ts';
import type { CampaignsDeps } from './campaigns-deps.ts';
import { carryOut } from './prepare.ts';
import type { VisibleCampaign } from './present-campaign.ts';
import { refuse } from './refuse.ts';

/** Calls the failed contacts of a finished campaign again that may be called again, for a new hold (contract §6). */
export async function retryCampaign(
  deps: CampaignsDeps,
  user: SignedInUser,
  campaign: VisibleCampaign,
): Promise<{ status: CampaignStatus; retried: number; cost: number }> {
  const { _id } = campaign;
  if (!(await deps.subscriptions.isSubscribed(user.uid)))
    throw new AppError('SUBSCRIPTION_REQUIRED', 'Subscription Required');
  const run = campaign.run + 1;
  const leaseUntil = new Date(deps.clock.now().getTime() + deps.preparationLeaseMs);
  const preparation = { step: newId(), kind: 'retry' as const, leaseUntil, run, calls: 0 };
  const prepared = await deps.preparations.begin(campaign, ['Success', 'Failed'], preparation);
  if (prepared === undefined) throw refuse('retry', await deps.campaigns.find(_id));
  const { event, calls } = await carryOut(deps, prepared, async (alive) => {
    const requeued = await deps.contacts.requeueFailed(_id, preparation.step, run);
    if (requeued === 0)
      throw new AppError('CONFLICT', 'No failed contact of this campaign can be called again.');
    await alive(requeued);
    return requeued;
  });
  await deps.engine.run(_id);
  return { status: 'Sending', retried: calls, cost: event.amount };
}
