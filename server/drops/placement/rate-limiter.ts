import { setTimeout as sleep } from 'node:timers/promises';

/** Lets at most so many drops pass in a minute, evenly, over all processes that share its slots. */
export interface RateLimiter {
  /** Waits for the next free slot; false where `signal` ended the waiting. */
  pass(signal: AbortSignal): Promise<boolean>;
}

/** Slots in time, one a drop: what one process has taken, no other gets. */
export interface RateSlots {
  /**
   * Takes the next `count` slots of a limit, `intervalMs` apart; answers the time of the first, in milliseconds. What
   * is older than `oldest` is given up: slots that nobody took are made up for no further back than that.
   */
  take(
    limit: string,
    slots: { count: number; intervalMs: number; now: number; oldest: number },
  ): Promise<number>;
}

export interface RateLimiterOptions {
  /** Limits of the same name share their slots. */
  limit: string;
  perMinute: number;
  slots: RateSlots;
  /** The machine's time in milliseconds, and how to wait; tests bring their own. */
  now?: () => number;
  wait?: (ms: number, signal: AbortSignal) => Promise<boolean>;
}

/** How far slots that nobody took may be made up for. */
const BURST_MS = 1_000;
/** How long a slot that was taken is good for: taking it, the oldest is a second old already. */
const GOOD_MS = 2_000;
/** So much time is taken at once: a write twice a second, not one a drop. */
const SLICE_MS = 500;

/** A limit that processes share: each takes slices of slots and hands them out in the order they are asked for. */
export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  const { limit, perMinute, slots, now = Date.now, wait = waitFor } = options;
  const intervalMs = 60_000 / perMinute;
  const count = Math.max(1, Math.floor(SLICE_MS / intervalMs));
  let next = 0;
  let left = 0;
  let taking: Promise<void> | undefined;

  async function takeSlice(): Promise<void> {
    next = await slots.take(limit, { count, intervalMs, now: now(), oldest: now() - BURST_MS });
    left = count;
  }

  /** The next slot of our slice that is not too old; `undefined` where none is left. */
  function nextSlot(): number | undefined {
    const gone = Math.min(left, Math.max(0, Math.ceil((now() - GOOD_MS - next) / intervalMs)));
    const slot = next + gone * intervalMs;
    left -= gone;
    next = slot;
    if (left === 0) return undefined;
    left -= 1;
    next += intervalMs;
    return slot;
  }

  return {
    async pass(signal) {
      while (!signal.aborted) {
        const slot = nextSlot();
        if (slot !== undefined) return wait(slot - now(), signal);
        taking ??= takeSlice().finally(() => (taking = undefined));
        await taking;
      }
      return false;
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
