import mongoose, { type Connection, type Model } from 'mongoose';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';

/** A counter of attempts within a window, as `rate-limiter-flexible` stores it. */
export interface AttemptRecord {
  key: string;
  points: number;
  expire: Date | null;
}

export const ATTEMPTS_COLLECTION = 'auth_attempts';

/** Creates the `auth_attempts` model. Its unique key makes limits exact across processes. */
export function createAttemptModel(connection: Connection): Model<AttemptRecord> {
  const schema = new mongoose.Schema<AttemptRecord>(
    { key: { type: String, required: true }, points: { type: Number, required: true }, expire: Date },
    { autoIndex: false, versionKey: false },
  );
  schema.index({ key: 1 }, { unique: true });
  schema.index({ expire: 1 }, { expireAfterSeconds: 0 });
  return connection.model<AttemptRecord>('AuthAttempt', schema, ATTEMPTS_COLLECTION);
}

/** Counts attempts by key, across all processes. */
export interface AttemptLimiter {
  /** Counts one attempt; returns 0 if it is allowed, otherwise the seconds until the window ends. */
  take(key: string): Promise<number>;
  /** Takes back one counted attempt. */
  release(key: string): Promise<void>;
  clear(key: string): Promise<void>;
}

/** Creates a limiter of `attempts` per `seconds`; the window starts with the first attempt of a key. */
export function createAttemptLimiter(
  connection: Connection,
  limit: { name: string; attempts: number; seconds: number },
): AttemptLimiter {
  const limiter = new RateLimiterMongo({
    storeClient: connection,
    tableName: ATTEMPTS_COLLECTION,
    keyPrefix: limit.name,
    points: limit.attempts,
    duration: limit.seconds,
    disableIndexesCreation: true,
  });
  return {
    async take(key) {
      try {
        await limiter.consume(key);
        return 0;
      } catch (error) {
        if (error instanceof RateLimiterRes) return Math.max(1, Math.ceil(error.msBeforeNext / 1000));
        throw error;
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
