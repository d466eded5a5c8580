import type { CampaignStatus } from '#shared/campaign-lifecycle.ts';
import { AppError } from '#server/lib/errors.ts';
import { digestOf } from '#server/request-keys/idempotent.ts';
import type { CampaignDocument, Preparation } from '#server/campaigns/campaign-model.ts';
import { assertSubscribed } from '#server/campaigns/assert-subscribed.ts';
import type { CampaignsDeps } from '#server/campaigns/campaigns-deps.ts';
import {
  prepareOnce,
  type HeldCalls,
  type PreparationRequest,
} from '#server/campaigns/preparation/prepare-once.ts';
import { executePreparation } from '#server/campaigns/preparation/prepare.ts';
import { transitionError } from './transitions.ts';

/**
 * Calls the retryable failed contacts of a finished campaign again under a new hold, once per Idempotency-Key. Returns
 * the status, the number of calls and their cost.
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

/** Deleting a voice checks the campaigns that use it: either it finds this retry, or this throws CONFLICT. */
async function assertVoiceKept(
  { voices }: CampaignsDeps,
  { userId, voiceId }: Pick<CampaignDocument, 'userId' | 'voiceId'>,
): Promise<void> {
  if ((await voices.ownership(userId, voiceId)) === 'own') return;
  throw new AppError(
    'CONFLICT',
    'The voice of this campaign was deleted, so its calls cannot be made again.',
  );
}

async function retry(
  deps: CampaignsDeps,
  { user, campaign }: PreparationRequest,
  preparation: Pick<Preparation, 'preparationId' | 'run' | 'leaseUntil'>,
): Promise<HeldCalls> {
  const { _id } = campaign;
  const { preparationId, run } = preparation;
  await assertSubscribed(deps, user.uid);
  const prepared = await deps.preparations.begin(campaign, ['Success', 'Failed'], {
    ...preparation,
    kind: 'retry',
    calls: 0,
  });
  if (prepared === undefined) throw transitionError('retry', await deps.campaigns.find(_id));
  const paid = await executePreparation(deps, prepared, async (heartbeat) => {
    const { userId } = prepared;
    await assertVoiceKept(deps, prepared);
    const requeued = await deps.contacts.requeueFailed(
      { campaignId: _id, userId, preparationId, run },
      heartbeat,
    );
    if (requeued === 0) {
      await deps.preparations.clearRetryable(_id, preparationId);
      throw new AppError('CONFLICT', 'No failed contact of this campaign can be called again.');
    }
    return requeued;
  });
  await deps.jobs.run(_id);
  return paid;
}
