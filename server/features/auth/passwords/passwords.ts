import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { AppError } from '#server/platform/lib/errors.ts';

/** argon2id parameters recommended by OWASP: about 20 ms and 19 MiB per password. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Verified against when the account does not exist, so that known and unknown addresses take the same time. */
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$CWtyHNP3WlTHPAuBA3IwqA$Yvj/Wr+ChbXWc4kEhXXHfQDIWu6EGmmsya3wdVENycU';

/** Hashing uses libuv's four pool threads, which also serve file reads: leaves two of them and half of the cores free. */
const HASH_CONCURRENCY = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)));

/** Maximum queue length, about two seconds of work; more requests get 503. */
const MAX_QUEUED = 100;
const RETRY_AFTER_SECONDS = 2;

/** Hashes and verifies passwords. Both methods throw `AppError` UNAVAILABLE when the queue is full. */
export interface Passwords {
  /** Returns the hash to store for a password. */
  hash(password: string): Promise<string>;
  /** Whether `password` matches `passwordHash`. Without a hash it takes the same time and returns false. */
  matches(passwordHash: string | undefined, password: string): Promise<boolean>;
}

/** Creates a password hasher with a bounded queue; the options are for tests. */
export function createPasswords({
  algorithm = { hash, verify },
  concurrency = HASH_CONCURRENCY,
  maxQueued = MAX_QUEUED,
} = {}): Passwords {
  const limit = pLimit(concurrency);
  const queued = async <T>(task: () => Promise<T>): Promise<T> => {
    if (limit.activeCount + limit.pendingCount >= concurrency + maxQueued) {
      throw new AppError('UNAVAILABLE', 'Hark is busy. Please try again in a moment.', {
        retry_after: RETRY_AFTER_SECONDS,
      });
    }
    return limit(task);
  };
  return {
    hash: (password) => queued(() => algorithm.hash(password, COST)),
    async matches(passwordHash, password) {
      const same = await queued(() => algorithm.verify(passwordHash ?? DUMMY_HASH, password));
      return same && passwordHash !== undefined;
    },
  };
}
