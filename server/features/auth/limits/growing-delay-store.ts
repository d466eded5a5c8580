import type { Connection } from 'mongoose';
import { SECOND_MS } from '#shared/time-units.ts';
import { fromNow, type Clock } from '#server/platform/lib/clock.ts';
import { isInserted } from '#server/platform/lib/mongodb/mongo-errors.ts';
import { ATTEMPTS_COLLECTION, type AttemptLimiter } from './attempt-store.ts';

/** How an attempt is delayed by those before it. */
export interface GrowingDelay {
  /** The prefix of its keys in the collection. */
  name: string;
  /** Attempts without a delay. */
  free: number;
  /** The delay after these, in seconds; it doubles with each further attempt. */
  firstSeconds: number;
  longestSeconds: number;
  /** After this time without an attempt, they are all free again. */
  forgottenAfterSeconds: number;
}

interface DelayRecord {
  key: string;
  points: number;
  /** No attempt is allowed before. */
  notBefore: Date;
  expire: Date;
}

/** Creates a limiter that allows attempts on a key at growing intervals. Attempts that are refused do not count. */
export function createGrowingDelay(
  connection: Connection,
  clock: Clock,
  delay: GrowingDelay,
): AttemptLimiter {
  const records = connection.collection<DelayRecord>(ATTEMPTS_COLLECTION);
  const idOf = (key: string) => `${delay.name}:${key}`;
  return {
    async take(subject) {
      const key = idOf(subject);
      for (;;) {
        const now = clock.now();
        const stored = await records.findOne({ key });
        const current = stored !== null && stored.expire > now ? stored : undefined;
        const wait = (current?.notBefore.getTime() ?? 0) - now.getTime();
        if (wait > 0) return Math.ceil(wait / 1000);
        const next = nextRecord(delay, (current?.points ?? 0) + 1, clock);
        // If neither, a parallel attempt was counted.
        const counted =
          stored === null
            ? await isInserted(() => records.insertOne({ key, ...next }))
            : (
                await records.updateOne(
                  { _id: stored._id, points: stored.points, expire: stored.expire },
                  { $set: next },
                )
              ).matchedCount === 1;
        if (counted) return 0;
      }
    },
    async reward(subject) {
      const filter = { key: idOf(subject), points: { $gt: 0 } };
      await records.updateOne(filter, { $inc: { points: -1 }, $set: { notBefore: new Date(0) } });
    },
    async clear(subject) {
      await records.deleteOne({ key: idOf(subject) });
    },
  };
}

function nextRecord(
  { free, firstSeconds, longestSeconds, forgottenAfterSeconds }: GrowingDelay,
  points: number,
  clock: Clock,
): Omit<DelayRecord, 'key'> {
  const seconds = points < free ? 0 : Math.min(longestSeconds, firstSeconds * 2 ** (points - free));
  return {
    points,
    notBefore: fromNow(clock, seconds * SECOND_MS),
    expire: fromNow(clock, forgottenAfterSeconds * SECOND_MS),
  };
}
