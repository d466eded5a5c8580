import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { AppError } from '#server/lib/errors.ts';

/** argon2id at OWASP's recommended cost; about 20 ms and 19 MiB a password. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash of that cost whose password nobody knows: an unknown address costs the same work as a known one. */
const DECOY =
  '$argon2id$v=19$m=19456,t=2,p=1$CWtyHNP3WlTHPAuBA3IwqA$Yvj/Wr+ChbXWc4kEhXXHfQDIWu6EGmmsya3wdVENycU';

/** Hashing runs on Node's four pool threads, which also read files: two of them stay free, and half of the cores. */
const AT_ONCE = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)));

/** The most that wait, about two seconds of work; further ones are refused at once. */
const MAX_WAITING = 100;
const RETRY_SECONDS = 2;

/** The work on passwords. Both throw UNAVAILABLE when too many others are waiting. */
export interface Passwords {
  /** Hashes a password for keeping. */
  hash(password: string): Promise<string>;
  /** Whether `password` is the one behind `passwordHash`. Without a hash: the same work, and never. */
  matches(passwordHash: string | undefined, password: string): Promise<boolean>;
}

/** Password hashing in a bounded queue of its own; `algorithm`, `atOnce` and `maxWaiting` are for tests. */
export function createPasswords({
  algorithm = { hash, verify },
  atOnce = AT_ONCE,
  maxWaiting = MAX_WAITING,
} = {}): Passwords {
  const limit = pLimit(atOnce);
  const queued = async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.activeCount + limit.pendingCount >= atOnce + maxWaiting) {
      throw new AppError('UNAVAILABLE', 'Hark is busy. Please try again in a moment.', {
        retry_after: RETRY_SECONDS,
      });
    }
    return limit(work);
  };
  return {
    hash: (password) => queued(() => algorithm.hash(password, COST)),
    async matches(passwordHash, password) {
      const same = await queued(() => algorithm.verify(passwordHash ?? DECOY, password));
      return same && passwordHash !== undefined;
    },
  };
}
