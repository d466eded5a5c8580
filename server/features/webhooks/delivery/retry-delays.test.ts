import { expect, test } from 'vitest';
import { nextAttempt, TRIED_FOR_MS } from './retry-delays.ts';

/** Returns the times of all attempts of a delivery that always fails, in milliseconds after the first. */
function attempts(random: number): number[] {
  const firstAt = new Date(0);
  const times = [0];
  for (let now = firstAt; ;) {
    const next = nextAttempt({ failures: times.length, firstAt, now }, random);
    if (next === undefined) return times;
    times.push(next.getTime());
    now = next;
  }
}

test.each([0, 0.5, 1])('a delivery is tried for three days with growing delays (jitter %d)', (random) => {
  const times = attempts(random);
  const delays = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  expect(delays[0]).toBe(10_000 * (1 + 0.2 * random));
  // All but the last, which ends the three days.
  const growing = delays.slice(0, -1);
  expect(growing).toEqual([...growing].sort((a, b) => a - b));
  expect(times.at(-1)).toBe(TRIED_FOR_MS);
  expect(times.length).toBeGreaterThan(12);
});
