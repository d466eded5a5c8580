import type { Connection } from 'mongoose';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import { ATTEMPTS_COLLECTION } from './attempt-model.ts';

/** Counts tries by key, over all processes. */
export interface AttemptLimiter {
  /** Takes one try; returns 0 when it is allowed, else the seconds until the window ends. */
  take(key: string): Promise<number>;
  /** Returns a try that was taken. */
  release(key: string): Promise<void>;
  clear(key: string): Promise<void>;
}

/** A limiter of `tries` within `seconds`, counted from a key's first try. */
export function createAttemptLimiter(
  connection: Connection,
  limit: { name: string; tries: number; seconds: number },
): AttemptLimiter {
  const limiter = new RateLimiterMongo({
    storeClient: connection,
    tableName: ATTEMPTS_COLLECTION,
    keyPrefix: limit.name,
    points: limit.tries,
    duration: limit.seconds,
    disableIndexesCreation: true,
  });
  return {
    async take(key) {
      try {
        await limiter.consume(key);
        return 0;
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
        throw refusal;
      }
    },
    async release(key) {
      await limiter.reward(key);
    },
    async clear(key) {
      await limiter.delete(key);
    },
  };
}
