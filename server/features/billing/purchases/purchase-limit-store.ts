import type { Connection } from 'mongoose';
import { DAY_SECONDS } from '#shared/time-units.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import { createRateLimiter, modelOfCounts } from '#server/platform/lib/mongodb/rate-limiter.ts';

const COUNTS = { model: 'PurchaseCount', collection: 'purchase_counts' };
/** Each order makes an invoice at the provider, which keeps it for ever. */
export const MAX_PURCHASES_PER_DAY = 20;

/** Creates the model of the `purchase_counts` collection. */
export function createPurchaseCountModel(connection: Connection): ReturnType<typeof modelOfCounts> {
  return modelOfCounts(connection, COUNTS);
}

/** Limits how many orders of credits a user makes in a day, across all processes, whatever becomes of them. */
export interface PurchaseLimit {
  /** Counts one. Throws `AppError` TOO_MANY_REQUESTS, which says when to try again. */
  take(uid: string): Promise<void>;
  erase(uid: string): Promise<void>;
}

/** Returns the limit over the `purchase_counts` collection. */
export function createPurchaseLimit(connection: Connection): PurchaseLimit {
  const limiter = createRateLimiter(connection, COUNTS.collection, {
    name: 'purchase',
    attempts: MAX_PURCHASES_PER_DAY,
    seconds: DAY_SECONDS,
  });
  return {
    async take(uid) {
      const seconds = await limiter.take(uid);
      if (seconds === 0) return;
      const text = 'You have bought credits too often today. Please try again later.';
      throw new AppError('TOO_MANY_REQUESTS', text, { retry_after: seconds });
    },
    erase: (uid) => limiter.clear(uid),
  };
}
