import { setTimeout as sleep } from 'node:timers/promises';

/** Lets at most so many drops pass in a minute, evenly. */
export interface RateLimiter {
  /** Waits for the next free place; false where `signal` ended the waiting. */
  pass(signal: AbortSignal): Promise<boolean>;
}

/** How far places that nobody took may be made up for. */
const BURST_MS = 1_000;

/** A limit for one process: places are handed out in the order they are asked for. */
export function createRateLimiter(perMinute: number, now: () => number = Date.now): RateLimiter {
  const intervalMs = 60_000 / perMinute;
  let next = now();
  return {
    async pass(signal) {
      if (signal.aborted) return false;
      const place = Math.max(next, now() - BURST_MS);
      next = place + intervalMs;
      const wait = place - now();
      if (wait < 1) return true;
      try {
        await sleep(wait, undefined, { signal });
        return true;
      } catch {
        return false;
      }
    },
  };
}
