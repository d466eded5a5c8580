import type { Connection } from 'mongoose';
import { DAY_SECONDS } from '#shared/time-units.ts';
import { MAX_TEST_DROPS_A_DAY } from '#shared/schemas/campaigns/test-drops.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import {
  createRateLimiter,
  modelOfCounts,
  type RateLimiter,
} from '#server/platform/lib/mongodb/rate-limiter.ts';

const COUNTS = { model: 'TestDropCount', collection: 'test_drop_counts' };
/** A call that speaks a code goes to a phone that may be somebody else's. */
const CODES_OF_USER = { name: 'test-code-user', attempts: 5, seconds: DAY_SECONDS };
const CODES_TO_PHONE = { name: 'test-code-phone', attempts: 3, seconds: DAY_SECONDS };
const DROPS = { name: 'test-drop', attempts: MAX_TEST_DROPS_A_DAY, seconds: DAY_SECONDS };

/** Returns the `test_drop_counts` model. */
export function testDropCountModel(connection: Connection) {
  return modelOfCounts(connection, COUNTS);
}

/** Limits test calls, exactly and across all processes; the 24 hours of a limit begin with its first call. */
export interface TestDropLimits {
  /** Counts a test drop of a user while `place` runs; not if it throws. Throws TOO_MANY_REQUESTS. */
  drop<T>(uid: string, place: () => Promise<T>): Promise<T>;
  /** Counts a call that speaks a code, by user and by phone, in the same way. */
  code<T>(uid: string, phone: string, place: () => Promise<T>): Promise<T>;
  /** Returns how many test drops a user has left. */
  left(uid: string): Promise<number>;
  erase(uid: string): Promise<void>;
}

export function createTestDropLimits(connection: Connection): TestDropLimits {
  const [drops, codes, phones] = [DROPS, CODES_OF_USER, CODES_TO_PHONE].map((limit) =>
    createRateLimiter(connection, COUNTS.collection, limit),
  ) as [RateLimiter, RateLimiter, RateLimiter];
  return {
    drop: (uid, place) => counted(drops, uid, place, 'You have sent all your tests of today.'),
    code: (uid, phone, place) =>
      counted(
        codes,
        uid,
        () => counted(phones, phone, place, 'This phone has been called too often today.'),
        'You have asked for too many codes today.',
      ),
    left: (uid) => drops.left(uid),
    erase: async (uid) => {
      await Promise.all([drops.clear(uid), codes.clear(uid)]);
    },
  };
}

/** Counts one attempt while `work` runs, and takes it back if that throws. */
async function counted<T>(
  limiter: RateLimiter,
  key: string,
  work: () => Promise<T>,
  text: string,
): Promise<T> {
  const retryAfter = await limiter.take(key);
  if (retryAfter > 0)
    throw new AppError('TOO_MANY_REQUESTS', `${text} Please try again tomorrow.`, {
      retry_after: retryAfter,
    });
  try {
    return await work();
  } catch (error) {
    await limiter.reward(key);
    throw error;
  }
}
