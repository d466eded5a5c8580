import type { Clock } from '#server/platform/lib/clock.ts';

/** A lease that the database granted to this process, and that it must not act under once it may have expired. */
export interface HeldLease {
  /**
   * Resolves to whether the lease is held. Asks the database first, if it has not confirmed it for three quarters of its
   * duration: the process may have been suspended, and another one may hold it. Rejects if the database does not answer.
   */
  isHeld(): Promise<boolean>;
  /** Whether the last confirmation is recent enough to act on; to be asked at the last moment before something is sent. */
  isFresh(): boolean;
  /** Renews the lease; concurrent calls share one request. Resolves to whether it is held. */
  renew(): Promise<boolean>;
}

interface HeldLeaseOptions {
  clock: Clock;
  leaseMs: number;
  /** Renews the lease in the database. Resolves to whether this process holds it. */
  ask: () => Promise<boolean>;
  /** The age of a lease that the database has granted, in milliseconds; undefined if it has not. */
  age: (() => number) | undefined;
}

/**
 * A process that is suspended between `isFresh` and the write to a socket cannot notice. The rest of the lease is the time that
 * it may be away then without harm, less what the clocks of two processes differ by.
 */
const TRUSTED_PART = 3 / 4;

/** Creates a lease that is trusted from the moment before a request that confirmed it was sent. */
export function createHeldLease({ clock, leaseMs, ask, age: granted }: HeldLeaseOptions): HeldLease {
  let age = granted ?? (() => Infinity);
  let isLost = false;
  let asking: Promise<boolean> | undefined;

  async function confirm(): Promise<boolean> {
    const sent = startAge(clock);
    if (await ask()) age = sent;
    else isLost = true;
    return !isLost;
  }
  function renew(): Promise<boolean> {
    asking ??= confirm().finally(() => (asking = undefined));
    return asking;
  }
  const isFresh = () => !isLost && age() < leaseMs * TRUSTED_PART;
  return {
    renew,
    isFresh,
    async isHeld() {
      // Again if the answer came late: it was true when the request arrived.
      while (!isLost && !isFresh()) await renew();
      return !isLost;
    },
  };
}

/**
 * Returns a function that returns the milliseconds since this call, to be made before a lease is asked for, by the clock that is ahead: one stands still while the
 * machine sleeps, the other may be set back.
 */
export function startAge(clock: Clock): () => number {
  const [wall, monotonic] = [clock.now().getTime(), performance.now()];
  return () => Math.max(clock.now().getTime() - wall, performance.now() - monotonic);
}
