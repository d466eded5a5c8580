import type { Clock } from '#server/platform/lib/clock.ts';

/** A clock that only moves with `advance`. */
export interface TestClock extends Clock {
  advance(milliseconds: number): void;
}

/** Creates a test clock that starts at the current time. */
export function createTestClock(start = new Date()): TestClock {
  let now = start.getTime();
  return {
    now: () => new Date(now),
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
}
