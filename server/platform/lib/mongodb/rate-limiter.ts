import mongoose, { type Connection, type Model } from 'mongoose';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';

/** What was counted of a key within a window, as `rate-limiter-flexible` stores it. */
interface CountRecord {
  key: string;
  points: number;
  expire: Date | null;
}

/** Creates the model of a collection of counts. Its unique key makes limits exact across processes. */
export function modelOfCounts(
  connection: Connection,
  { model, collection }: { model: string; collection: string },
): Model<CountRecord> {
  const schema = new mongoose.Schema<CountRecord>(
    { key: { type: String, required: true }, points: { type: Number, required: true }, expire: Date },
    { autoIndex: false, versionKey: false },
  );
  schema.index({ key: 1 }, { unique: true });
  schema.index({ expire: 1 }, { expireAfterSeconds: 0 });
  return connection.model<CountRecord>(model, schema, collection);
}

/** At most `attempts` per `seconds`; the window of a key starts with its first attempt. */
export interface RateLimit {
  /** The prefix of its keys in the collection. */
  name: string;
  attempts: number;
  seconds: number;
}

/** What is left of a limit after an attempt. */
export interface Quota {
  limit: number;
  remaining: number;
  /** Seconds until the window ends. */
  resetSeconds: number;
  exceeded: boolean;
}

/** Counts attempts by key, across all processes. */
export interface RateLimiter {
  /** Counts one attempt; returns what is left. */
  count(key: string): Promise<Quota>;
  /** Counts one attempt; returns 0 if it is allowed, otherwise the seconds until the window ends. */
  take(key: string): Promise<number>;
  /** Returns how many attempts are left, without counting one. */
  left(key: string): Promise<number>;
  /** Takes back one counted attempt, if its window has not ended. */
  reward(key: string): Promise<void>;
  clear(key: string): Promise<void>;
}

/**
 * Creates a limiter over a collection of counts. `fromMemory`: a key above its limit is refused without a query until its
 * window ends, so that `clear` does not free it.
 */
export function createRateLimiter(
  connection: Connection,
  collection: string,
  { name, attempts, seconds }: RateLimit,
  { fromMemory = false } = {},
): RateLimiter {
  const limiter = new RateLimiterMongo({
    storeClient: connection,
    tableName: collection,
    keyPrefix: name,
    points: attempts,
    duration: seconds,
    ...(fromMemory && { inMemoryBlockOnConsumed: attempts + 1 }),
    disableIndexesCreation: true,
  });
  const count: RateLimiter['count'] = async (key) => {
    const { result, exceeded } = await limiter.consume(key).then(
      (allowed) => ({ result: allowed, exceeded: false }),
      (error: unknown) => {
        if (error instanceof RateLimiterRes) return { result: error, exceeded: true };
        throw error;
      },
    );
    return {
      limit: attempts,
      remaining: Math.max(0, result.remainingPoints),
      resetSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
      exceeded,
    };
  };
  return {
    count,
    async take(key) {
      const { exceeded, resetSeconds } = await count(key);
      return exceeded ? resetSeconds : 0;
    },
    async left(key) {
      const found = await limiter.get(key);
      return found === null ? attempts : Math.max(0, found.remainingPoints);
    },
    async reward(key) {
      // Not the library's `reward`: without a count in the present window it would begin one with room for more than the limit.
      await connection
        .collection(collection)
        .updateOne(
          { key: limiter.getKey(key), points: { $gt: 0 }, expire: { $gt: new Date() } },
          { $inc: { points: -1 } },
        );
    },
    async clear(key) {
      await limiter.delete(key);
    },
  };
}
