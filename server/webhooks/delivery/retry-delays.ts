import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/time-units.ts';

/** Delays after the first failures; the last one repeats. */
const DELAYS_MS = [
  ...[10 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS],
  ...[HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS, 8 * HOUR_MS],
];
/** Spreads the attempts after an outage: each delay is up to this part longer. */
const JITTER = 0.2;
/** How long a delivery is tried. */
export const TRIED_FOR_MS = 72 * HOUR_MS;

/**
 * Returns when the next attempt follows the `failures`-th failed one; the last is made three days after the first, and
 * `undefined` follows it. `random` is a number from 0 to 1.
 */
export function nextAttempt(
  { failures, firstAt, now }: { failures: number; firstAt: Date; now: Date },
  random: number,
): Date | undefined {
  const delay = DELAYS_MS[Math.min(failures, DELAYS_MS.length) - 1] ?? 0;
  const end = firstAt.getTime() + TRIED_FOR_MS;
  const next = now.getTime() + Math.round(delay * (1 + JITTER * random));
  return now.getTime() >= end ? undefined : new Date(Math.min(next, end));
}
