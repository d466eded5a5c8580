import { CAMPAIGN_STATUSES } from '#shared/campaign-lifecycle.ts';
import { AppError } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import type { SignedInUser } from '#server/trpc/context.ts';
import type { CampaignsDeps } from './campaigns-deps.ts';
import { answerFor, type CreateAnswer } from './create-answer.ts';
import type { CreateKeyDocument } from './create-key-model.ts';

/** Longer keys are refused; a UUID has 36 characters. */
const MAX_KEY_LENGTH = 200;

/**
 * Runs a creation once for an `Idempotency-Key` (contract §6): the same key and content gets the first answer
 * again, other content 422, and one that is still at work 409. A refused creation frees its key.
 */
export async function once(
  deps: CampaignsDeps,
  { user, key, digest }: { user: SignedInUser; key: string | undefined; digest: string },
  create: (campaignId: string) => Promise<CreateAnswer>,
): Promise<CreateAnswer> {
  if (key === undefined) return create(newId());
  if (key.length > MAX_KEY_LENGTH) throw new AppError('INVALID_INPUT', 'The Idempotency-Key is too long.');
  const now = deps.clock.now();
  const leaseUntil = new Date(now.getTime() + deps.preparationLeaseMs);
  const ours: CreateKeyDocument = {
    _id: `${user.uid}:${key}`,
    digest,
    campaignId: newId(),
    leaseUntil,
    at: now,
  };
  const row = await deps.createKeys.claim(ours);
  const earlier = row.campaignId === ours.campaignId ? undefined : await earlierAnswer(deps, user, row, ours);
  return earlier ?? run(deps, ours, create);
}

/** What the first creation under this key answered; `undefined` where it came to nothing and `ours` took its place. */
async function earlierAnswer(
  deps: CampaignsDeps,
  user: SignedInUser,
  row: CreateKeyDocument,
  ours: CreateKeyDocument,
): Promise<CreateAnswer | undefined> {
  if (row.digest !== ours.digest) {
    throw new AppError('IDEMPOTENCY_MISMATCH', 'This Idempotency-Key was used for another request.');
  }
  if (row.answer !== undefined) return row.answer;
  const campaign = await deps.campaigns.find(row.campaignId);
  if (CAMPAIGN_STATUSES.some((status) => status === campaign?.status)) {
    const { available } = await deps.ledger.balance(user.streamId);
    return answerFor(deps, row.campaignId, available);
  }
  const atWork = campaign?.preparing !== undefined || row.leaseUntil > ours.at;
  if (atWork || !(await deps.createKeys.replace(row, ours))) {
    throw new AppError('CONFLICT', 'This request is still being worked on. Please try again in a moment.');
  }
  return undefined;
}

async function run(
  deps: CampaignsDeps,
  row: CreateKeyDocument,
  create: (campaignId: string) => Promise<CreateAnswer>,
): Promise<CreateAnswer> {
  try {
    const answer = await create(row.campaignId);
    await deps.createKeys.finish(row, answer);
    return answer;
  } catch (error) {
    // Where the campaign is still there, the sweeper decides about it, and the key must go on pointing to it.
    if ((await deps.campaigns.find(row.campaignId)) === undefined) await deps.createKeys.free(row);
    throw error;
  }
}
