import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { formatNumber } from '#shared/formats.ts';
import { MAX_SUPPRESSIONS } from '#shared/limits.ts';
import { MINUTE_SECONDS } from '#shared/time-units.ts';
import type { Subscriptions } from '#server/features/billing/api.ts';
import type { IdempotencyDeps } from '#server/platform/idempotency/idempotent.ts';
import { runIdempotentFor } from '#server/platform/idempotency/idempotent-call.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { tooManyRequests } from '#server/platform/lib/too-many-requests.ts';
import type { Room, RoomStore } from './room-store.ts';
import type { SuppressionRecord } from './suppression-model.ts';
import { partsOf, type SuppressionStore } from './suppression-store.ts';

export interface AddNumbersDeps {
  store: SuppressionStore;
  rooms: RoomStore;
  clock: Clock;
  /** Waits for a number of milliseconds; default: a timer. */
  pause?: (ms: number) => Promise<unknown>;
  /** The list limit is lower without a plan. */
  subscriptions: Pick<Subscriptions, 'isSubscribed' | 'isPastDue'>;
}

/** How often an addition asks again whether those in progress have left room, and how long it waits in between. */
const TRIES = 40;
const PAUSE_MS = 50;

/** What an addition stores with a number. */
type Entry = Pick<SuppressionRecord, 'source' | 'reason'>;

/** Adds numbers once per `Idempotency-Key`: repeated, none that was removed since is added again. Else as `addNumbers`. */
export function addNumbersOnce(
  deps: AddNumbersDeps & IdempotencyDeps,
  { user, idempotencyKey }: { user: { uid: string }; idempotencyKey: string | undefined },
  phones: readonly string[],
  entry: Entry,
): Promise<number> {
  const sent = ['suppressions', entry, phones.join(' ')];
  return runIdempotentFor(
    deps,
    { owner: user.uid, idempotencyKey, sent },
    {
      idsSchema: z.null(),
      resultSchema: z.int(),
      ids: null,
      perform: () => addNumbers(deps, user.uid, phones, entry),
      // Performed again, it adds what is left.
      lookup: () => Promise.resolve({ kind: 'none' }),
    },
  );
}

/**
 * Adds numbers to a user's list and returns how many were new. Listed numbers do not count against the limit, so a batch
 * can be repeated. Throws LIMIT_REACHED, adding none, if the list would become too long; TOO_MANY_REQUESTS if additions in
 * progress leave that open for long.
 */
export async function addNumbers(
  deps: AddNumbersDeps,
  userId: string,
  phones: readonly string[],
  entry: Entry,
): Promise<number> {
  const { store, rooms, subscriptions, pause = sleep } = deps;
  const unique = [...new Set(phones)];
  /** How many were listed when the numbers that were missing before that did not fit. */
  let listed = 0;
  for (let tries = 1; tries <= TRIES; tries++) {
    const alreadyListed = await store.among(userId, unique);
    const missing = unique.filter((phone) => !alreadyListed.has(phone));
    if (missing.length === 0) return 0;
    const { limit, subscribed } = await limitOf(subscriptions, userId);
    if (listed + missing.length > limit) throw limitReached(limit, subscribed);
    const count = () => store.count(userId);
    const room = await rooms.reserve(userId, { wanted: missing.length, limit, count });
    if (room === 'busy') await pause(PAUSE_MS);
    else if ('listed' in room) ({ listed } = room);
    else return insertInto(room, deps, userId, missing, entry);
  }
  throw stillBusy();
}

/** Inserts numbers that have room. After an error the reservation lapses, since how many were inserted is unknown. */
async function insertInto(
  room: Room,
  { store, clock }: Pick<AddNumbersDeps, 'store' | 'clock'>,
  userId: string,
  phones: readonly string[],
  entry: Entry,
): Promise<number> {
  let inserted = 0;
  for (const part of partsOf(recordsOf(userId, phones, entry, clock.now()))) {
    if (!(await room.renew())) throw stillBusy();
    inserted += (await store.add(part)).length;
  }
  await room.end(inserted);
  return inserted;
}

function stillBusy(): AppError {
  return tooManyRequests('Many numbers are being added to your do-not-call list.', MINUTE_SECONDS);
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
function recordsOf(userId: string, phones: readonly string[], entry: Entry, now: Date): SuppressionRecord[] {
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
