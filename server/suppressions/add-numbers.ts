import { formatNumber } from '#shared/formats.ts';
import { MAX_SUPPRESSIONS } from '#shared/quotas.ts';
import type { SuppressionSource } from '#shared/schemas/suppressions.ts';
import type { Clock } from '#server/lib/clock.ts';
import { AppError } from '#server/lib/errors.ts';
import type { SuppressionStore } from './suppression-store.ts';

/** Whether a user pays for a plan: without one a list is shorter. */
export interface Subscriptions {
  isSubscribed(uid: string): Promise<boolean>;
}

export interface AddNumbersDeps {
  store: SuppressionStore;
  clock: Clock;
  subscriptions: Subscriptions;
}

/**
 * Adds numbers to a user's list and returns how many were new. Numbers that are on it cost nothing, so that a batch
 * can be sent again. Throws LIMIT_REACHED, and adds none, where the list would be too long.
 */
export async function addNumbers(
  { store, clock, subscriptions }: AddNumbersDeps,
  userId: string,
  phones: readonly string[],
  source: SuppressionSource,
): Promise<number> {
  const unique = [...new Set(phones)];
  const known = await store.among(userId, unique);
  const missing = unique.filter((phone) => !known.has(phone));
  if (missing.length === 0) return 0;
  const subscribed = await subscriptions.isSubscribed(userId);
  const limit = subscribed ? MAX_SUPPRESSIONS.withPlan : MAX_SUPPRESSIONS.withoutPlan;
  if ((await store.count(userId)) + missing.length > limit) throw limitReached(limit, subscribed);
  const at = clock.now();
  const added = await store.add(missing.map((phone) => ({ userId, phone, source, at })));
  // Several batches at once may each have fitted: whoever finds the list too long takes its own numbers back.
  if ((await store.count(userId)) > limit) {
    await store.removeAll(userId, added);
    throw limitReached(limit, subscribed);
  }
  return added.length;
}

function limitReached(limit: number, subscribed: boolean): AppError {
  const text = `Your do-not-call list can have up to ${formatNumber(limit)} numbers`;
  return new AppError('LIMIT_REACHED', `${text}${subscribed ? '' : ' without a plan'}.`);
}
