import { setTimeout as sleep } from 'node:timers/promises';
import { createFairLimit } from '#server/platform/lib/concurrency/fair-limit.ts';

/** Lets a limited number of drops pass per minute, evenly, across all processes that share its slots. */
export interface RateLimiter {
  /** Waits for the next free slot; owners take turns. Returns false if `signal` ended the wait. */
  pass(signal: AbortSignal, owner?: string): Promise<boolean>;
  /** Reserves slots for the drops that follow unless some are left. Does not reject: `pass` tries again. */
  reserve(): Promise<void>;
}

/** Slots in time, one per drop; each is reserved by one process. */
export interface RateSlots {
  /**
   * Reserves the next `count` slots of a limit, `intervalMs` apart. Returns the time of the first in milliseconds.
   * Unused slots before `oldest` expire.
   */
  take(
    limit: string,
    slots: { count: number; intervalMs: number; now: number; oldest: number },
  ): Promise<number>;
}

export interface RateLimiterOptions {
  /** Limits with the same name share their slots. */
  limit: string;
  perMinute: number;
  slots: RateSlots;
  /** Current time in milliseconds, and how to wait; injectable for tests. */
  now?: () => number;
  wait?: (ms: number, signal: AbortSignal) => Promise<boolean>;
}

/** How far back unused slots may still be used. */
const BURST_MS = 1_000;
/** How long a reserved slot may be used: when it is reserved, the oldest is a second old already. */
const SLOT_LIFETIME_MS = 2_000;
/** Time span reserved at once: a write twice a second, not one per drop. */
const REFILL_MS = 500;

/** Creates a limiter that processes share: each reserves batches of slots and assigns them when they are due. */
export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  const { limit, perMinute, slots, now = Date.now, wait = waitFor } = options;
  const intervalMs = 60_000 / perMinute;
  const count = Math.max(1, Math.floor(REFILL_MS / intervalMs));
  let next = 0;
  let left = 0;
  let refilling: Promise<void> | undefined;
  // One drop at a time has a slot, so that those which stop waiting, as all of a paused campaign do, waste none.
  const turns = createFairLimit({ total: 1, perOwner: 1 });

  async function refill(): Promise<void> {
    next = await slots.take(limit, { count, intervalMs, now: now(), oldest: now() - BURST_MS });
    left = count;
  }

  function refillOnce(): Promise<void> {
    refilling ??= refill().finally(() => (refilling = undefined));
    return refilling;
  }

  function dropExpired(): void {
    const expired = Math.min(left, Math.max(0, Math.ceil((now() - SLOT_LIFETIME_MS - next) / intervalMs)));
    left -= expired;
    next += expired * intervalMs;
  }

  /** Returns the next reserved slot that has not expired; `undefined` if none is left. */
  function nextSlot(): number | undefined {
    dropExpired();
    if (left === 0) return undefined;
    const slot = next;
    left -= 1;
    next += intervalMs;
    return slot;
  }

  function release(slot: number): void {
    if (next !== slot + intervalMs) return;
    next = slot;
    left += 1;
  }

  async function waitForSlot(signal: AbortSignal): Promise<boolean> {
    while (!signal.aborted) {
      const slot = nextSlot();
      if (slot === undefined) {
        await refillOnce();
        continue;
      }
      if (await wait(slot - now(), signal)) return true;
      release(slot);
    }
    return false;
  }

  return {
    async pass(signal, owner = '') {
      try {
        return await turns(owner, () => waitForSlot(signal), signal);
      } catch (error) {
        if (signal.aborted) return false;
        throw error;
      }
    },
    async reserve() {
      dropExpired();
      if (left === 0) await refillOnce().catch(() => undefined);
    },
  };
}

async function waitFor(ms: number, signal: AbortSignal): Promise<boolean> {
  if (ms < 1) return true;
  try {
    await sleep(ms, undefined, { signal });
    return true;
  } catch {
    return false;
  }
}
