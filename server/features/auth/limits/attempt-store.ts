import type { Connection } from 'mongoose';
import {
  modelOfCounts,
  createRateLimiter,
  type RateLimit,
  type RateLimiter,
} from '#server/platform/lib/mongodb/rate-limiter.ts';

const ATTEMPTS = { model: 'AuthAttempt', collection: 'auth_attempts' };
export const ATTEMPTS_COLLECTION = ATTEMPTS.collection;

/** Counts attempts by key, across all processes. */
export type AttemptLimiter = Pick<RateLimiter, 'take' | 'reward' | 'clear'>;

/** Creates the `auth_attempts` model. */
export function createAttemptModel(connection: Connection): ReturnType<typeof modelOfCounts> {
  return modelOfCounts(connection, ATTEMPTS);
}

/** Creates a limiter of attempts. */
export function createAttemptLimiter(connection: Connection, limit: RateLimit): AttemptLimiter {
  return createRateLimiter(connection, ATTEMPTS_COLLECTION, limit);
}

/** Forgets all attempts whose limit and key begin with `prefix`. */
export async function clearAttempts(connection: Connection, prefix: string): Promise<void> {
  const range = { $gte: prefix, $lt: `${prefix}\uffff` };
  await connection.collection(ATTEMPTS_COLLECTION).deleteMany({ key: range });
}
