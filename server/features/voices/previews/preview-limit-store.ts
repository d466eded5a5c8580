import type { Connection } from 'mongoose';
import { HOUR_SECONDS, MINUTE_SECONDS } from '#shared/time-units.ts';
import { MAX_PREVIEW_ATTEMPTS_AN_HOUR, MAX_PREVIEWS_AN_HOUR } from '#shared/limits.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import { createRateLimiter, modelOfCounts } from '#server/platform/lib/mongodb/rate-limiter.ts';

const COUNTS = { model: 'PreviewCount', collection: 'preview_counts' };

/** Creates the model of the `preview_counts` collection. */
export function createPreviewCountModel(connection: Connection): ReturnType<typeof modelOfCounts> {
  return modelOfCounts(connection, COUNTS);
}

/** Limits how many previews a user has spoken within an hour, across all processes. */
export interface PreviewLimit {
  /** Counts one. Throws `AppError` TOO_MANY_REQUESTS, which says when to try again. */
  take(uid: string): Promise<void>;
  /** Counts an attempt to have one made, whatever becomes of it. Throws like `take`. */
  attempt(uid: string): Promise<void>;
  /** Takes back one that was not spoken. */
  refund(uid: string): Promise<void>;
  erase(uid: string): Promise<void>;
}

/** Returns the limit over the `preview_counts` collection. */
export function createPreviewLimit(connection: Connection): PreviewLimit {
  const limiter = createRateLimiter(connection, COUNTS.collection, {
    name: 'preview',
    attempts: MAX_PREVIEWS_AN_HOUR,
    seconds: HOUR_SECONDS,
  });
  const attempts = createRateLimiter(connection, COUNTS.collection, {
    name: 'preview-attempt',
    attempts: MAX_PREVIEW_ATTEMPTS_AN_HOUR,
    seconds: HOUR_SECONDS,
  });
  return {
    async attempt(uid) {
      const seconds = await attempts.take(uid);
      if (seconds > 0) throw tooMany(`request ${String(MAX_PREVIEW_ATTEMPTS_AN_HOUR)} messages`, seconds);
    },
    async take(uid) {
      const seconds = await limiter.take(uid);
      if (seconds === 0) return;
      // A refused attempt counts as well.
      await limiter.reward(uid);
      throw tooMany(`hear ${String(MAX_PREVIEWS_AN_HOUR)} new messages`, seconds);
    },
    refund: (uid) => limiter.reward(uid),
    async erase(uid) {
      await limiter.clear(uid);
      await attempts.clear(uid);
    },
  };
}

/** `what` a user can do within an hour. */
function tooMany(what: string, seconds: number): AppError {
  const minutes = Math.ceil(seconds / MINUTE_SECONDS);
  const wait = minutes === 1 ? 'a minute' : `${String(minutes)} minutes`;
  return new AppError('TOO_MANY_REQUESTS', `You can ${what} an hour. Please try again in ${wait}.`, {
    retry_after: seconds,
  });
}
