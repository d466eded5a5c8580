import { formatNumber } from '#shared/formats.ts';
import { MAX_SUPPRESSIONS } from '#shared/limits.ts';
import type { Subscriptions } from '#server/billing/api.ts';
import type { Clock } from '#server/lib/clock.ts';
import { AppError } from '#server/lib/errors.ts';
import { newId } from '#server/lib/secrets/ids.ts';
import type { SuppressionRecord } from './suppression-model.ts';
import type { SuppressionStore } from './suppression-store.ts';

export interface AddNumbersDeps {
  store: SuppressionStore;
  clock: Clock;
  /** The list limit is lower without a plan. */
  subscriptions: Pick<Subscriptions, 'isSubscribed' | 'isPastDue'>;
}

/**
 * Adds numbers to a user's list and returns how many were new. Listed numbers do not count against the limit, so a batch
 * can be repeated. Throws LIMIT_REACHED, adding none, if the list would become too long.
 */
export async function addNumbers(
  { store, clock, subscriptions }: AddNumbersDeps,
  userId: string,
  phones: readonly string[],
  entry: Pick<SuppressionRecord, 'source' | 'reason'>,
): Promise<number> {
  const unique = [...new Set(phones)];
  const known = await store.among(userId, unique);
  const missing = unique.filter((phone) => !known.has(phone));
  if (missing.length === 0) return 0;
  const { limit, subscribed } = await limitOf(subscriptions, userId);
  if ((await store.count(userId)) + missing.length > limit) throw limitReached(limit, subscribed);
  const added = await store.add(recordsOf(userId, missing, entry, clock.now()));
  // Concurrent batches may each have passed the first check: one that exceeds the limit removes its own numbers.
  if ((await store.count(userId)) > limit) {
    await store.removeAdded(userId, added);
    throw limitReached(limit, subscribed);
  }
  return added.length;
}

/**
 * Returns a check for a list that is still being read: it throws LIMIT_REACHED as soon as the list has more different numbers
 * than the user's list can have, of which `addNumbers` would add none.
 */
export async function createAdmission(
  { store, subscriptions }: Pick<AddNumbersDeps, 'store' | 'subscriptions'>,
  userId: string,
): Promise<(count: number) => void> {
  const { limit, subscribed } = await limitOf(subscriptions, userId);
  // Reports may have made the list longer than its limit: a list of these numbers adds nothing.
  const most = Math.max(limit, await store.count(userId));
  return (count) => {
    if (count > most) throw limitReached(limit, subscribed);
  };
}

/** Whoever owes a renewal keeps the limit of the plan. */
async function limitOf(subscriptions: AddNumbersDeps['subscriptions'], userId: string) {
  const subscribed = (await subscriptions.isSubscribed(userId)) || (await subscriptions.isPastDue(userId));
  return { limit: subscribed ? MAX_SUPPRESSIONS.withPlan : MAX_SUPPRESSIONS.withoutPlan, subscribed };
}

/** Numbers of one batch of an import: one event for integrators. */
const BATCH = 200;

/**
 * Each batch of an import has a time of its own, so that it can be read as a whole. The first has the latest, as lists
 * show the latest first.
 */
function recordsOf(
  userId: string,
  phones: readonly string[],
  entry: Pick<SuppressionRecord, 'source' | 'reason'>,
  now: Date,
): SuppressionRecord[] {
  if (entry.source !== 'imported') return phones.map((phone) => ({ userId, phone, ...entry, at: now }));
  const records: SuppressionRecord[] = [];
  for (let first = 0; first < phones.length; first += BATCH) {
    const after = Math.floor((phones.length - 1 - first) / BATCH);
    const part = { batch: newId(), at: new Date(now.getTime() + after) };
    records.push(
      ...phones.slice(first, first + BATCH).map((phone) => ({ userId, phone, ...entry, ...part })),
    );
  }
  return records;
}

function limitReached(limit: number, subscribed: boolean): AppError {
  const text = `Your do-not-call list can have up to ${formatNumber(limit)} numbers`;
  return new AppError('LIMIT_REACHED', `${text}${subscribed ? '' : ' without a plan'}.`);
}
