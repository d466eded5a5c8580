import type { z } from 'zod';
import type { retryInput } from '#shared/schemas/campaigns/retry.ts';
import { REASONS_TO_NAME } from '#shared/call-reasons.ts';
import { formatCount } from '#shared/formats.ts';
import type { CampaignStatus } from '#shared/campaign-lifecycle.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import { digestOf } from '#server/platform/idempotency/idempotent.ts';
import type { CampaignDocument } from '#server/features/campaigns/stores/campaign-model.ts';
import type { Preparation } from '#server/features/campaigns/preparation/preparation-model.ts';
import { assertSubscribed } from '#server/features/campaigns/assert-subscribed.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import {
  runIdempotentPreparation,
  type HeldCalls,
  type PreparationRequest,
} from '#server/features/campaigns/preparation/idempotent-preparation.ts';
import {
  executePreparation,
  retryChanged,
  type Heartbeat,
} from '#server/features/campaigns/preparation/prepare.ts';
import { quoteCampaign } from '#server/features/campaigns/quotes/quote-campaign.ts';
import { assertNotRestored } from './assert-not-restored.ts';
import { assertBeforeLastDay, quoteRetry, retryableOf } from './quote-retry.ts';
import { transitionError } from './transitions.ts';

/** Which failed calls to make again, and what the person was quoted. */
export type RetryRequest = Pick<z.infer<typeof retryInput>, 'reasons' | 'contacts' | 'expected'>;

/**
 * Calls the retryable failed contacts of a finished campaign again under a new hold, once per Idempotency-Key. Returns
 * the status, the number of calls and their cost. Throws `AppError` CONFLICT with the number and cost if they are not those
 * that were agreed, and once the agreed run was retried.
 */
export async function retryCampaign(
  deps: CampaignsDeps,
  request: PreparationRequest,
  wanted: RetryRequest = {},
): Promise<{ status: CampaignStatus; retried: number; cost: number }> {
  const { _id, run } = request.campaign;
  const isWhole = [wanted.reasons, wanted.contacts, wanted.expected].every((value) => value === undefined);
  const digest = isWhole ? digestOf('retry', _id) : digestOf('retry', _id, wanted);
  const { event, calls } = await runIdempotentPreparation(
    deps,
    request,
    { digest, run: run + 1 },
    (preparation) => retry(deps, request, wanted, preparation),
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

function assertAgreed(
  { calls, cost }: { calls: number; cost: number },
  expected: NonNullable<RetryRequest['expected']>,
): void {
  if (calls !== expected.calls || cost !== expected.cost) throw retryChanged({ calls, cost });
}

/** The error of a retry that would call nobody; it says which reasons would have to be named to call somebody. */
function nobodyToRetry(advisedAgainst: number): AppError {
  const text =
    advisedAgainst === 0
      ? 'No failed contact of this campaign can be called again.'
      : `${formatCount(advisedAgainst, 'failed call')} went to a mailbox that is full or not set up. Name the reasons ${REASONS_TO_NAME.join(' and ')} to call again.`;
  return new AppError('CONFLICT', text);
}

async function retry(
  deps: CampaignsDeps,
  { user, campaign, where }: PreparationRequest,
  { expected, ...selection }: RetryRequest,
  preparation: Pick<Preparation, 'preparationId' | 'run' | 'leaseUntil'>,
): Promise<HeldCalls> {
  const { _id } = campaign;
  const { preparationId, run } = preparation;
  await assertSubscribed(deps, user.uid);
  assertNotRestored(campaign, 'Support can allow a retry.');
  assertBeforeLastDay(deps, campaign);
  // Before anything is written; what changes from here on is refused below.
  if (expected?.run !== undefined && expected.run !== campaign.run)
    throw new AppError('CONFLICT', 'This campaign has been retried since. Please look at its results again.');
  if (expected !== undefined) assertAgreed(await quoteRetry(deps, { user, campaign }, selection), expected);
  // A campaign of an older version has no exact count of the calls that a retry leaves.
  if (campaign.outcomes === undefined) await deps.contacts.countOutcomes(_id);
  const prepared = await deps.preparations.begin(
    campaign,
    ['Success', 'Failed'],
    {
      ...preparation,
      kind: 'retry',
      calls: 0,
    },
    where,
  );
  if (prepared === undefined) throw transitionError('retry', await deps.campaigns.find(_id));
  const requeue = async (heartbeat: Heartbeat) => {
    await assertVoiceKept(deps, prepared);
    const calls = { ...(await retryableOf(deps, prepared, selection)), preparationId, run };
    const requeued = await deps.contacts.requeueFailed(calls, heartbeat);
    if (requeued === 0) throw nobodyToRetry((await deps.contacts.countRetryable(calls)).advisedAgainst);
    if (expected !== undefined && requeued !== expected.calls)
      assertAgreed(await quoteCampaign(deps, user, requeued), expected);
    return requeued;
  };
  const paid = await executePreparation(deps, prepared, requeue, { cost: expected?.cost });
  await deps.jobs.run(_id);
  await deps.jobs.settle(_id);
  return { ...paid, skipped: [], warnings: [] };
}
