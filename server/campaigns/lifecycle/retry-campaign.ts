import type { CampaignStatus } from '#shared/campaign-lifecycle.ts';
import { AppError } from '#server/lib/errors.ts';
import { digestOf } from '#server/request-keys/idempotent.ts';
import type { Preparation } from '#server/campaigns/campaign-model.ts';
import type { CampaignsDeps } from '#server/campaigns/campaigns-deps.ts';
import {
  prepareOnce,
  type PaidCalls,
  type PreparationRequest,
} from '#server/campaigns/preparation/prepare-once.ts';
import { carryOut } from '#server/campaigns/preparation/prepare.ts';
import { refuse } from '#server/campaigns/refuse.ts';

/**
 * Calls the failed contacts of a finished campaign again that may be called again, for a new hold (contract §6); once
 * for an Idempotency-Key.
 */
export async function retryCampaign(
  deps: CampaignsDeps,
  request: PreparationRequest,
): Promise<{ status: CampaignStatus; retried: number; cost: number }> {
  const { _id, run } = request.campaign;
  const identity = { digest: digestOf('retry', _id), run: run + 1 };
  const { event, calls } = await prepareOnce(deps, request, identity, (preparation) =>
    retry(deps, request, preparation),
  );
  return { status: 'Sending', retried: calls, cost: event.amount };
}

async function retry(
  deps: CampaignsDeps,
  { user, campaign }: PreparationRequest,
  preparation: Pick<Preparation, 'preparationId' | 'run' | 'leaseUntil'>,
): Promise<PaidCalls> {
  const { _id } = campaign;
  const { preparationId, run } = preparation;
  if (!(await deps.subscriptions.isSubscribed(user.uid)))
    throw new AppError('SUBSCRIPTION_REQUIRED', 'Subscription Required');
  const prepared = await deps.preparations.begin(campaign, ['Success', 'Failed'], {
    ...preparation,
    kind: 'retry',
    calls: 0,
  });
  if (prepared === undefined) throw refuse('retry', await deps.campaigns.find(_id));
  const paid = await carryOut(deps, prepared, async (heartbeat) => {
    const { userId } = prepared;
    const requeued = await deps.contacts.requeueFailed(
      { campaignId: _id, userId, preparationId, run },
      heartbeat,
    );
    if (requeued === 0) {
      await deps.preparations.noneRetryable(_id, preparationId);
      throw new AppError('CONFLICT', 'No failed contact of this campaign can be called again.');
    }
    return requeued;
  });
  await deps.engine.run(_id);
  return paid;
}
