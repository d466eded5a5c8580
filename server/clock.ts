/** The time, passed in wherever it matters, so that tests can move it. */
export interface Clock {
  now(): Date;
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => new Date() };

/** A clock that can be set back: the seed makes a week of history with the real engine. */
export interface AdjustableClock extends Clock {
  /** Shifts the time by this many milliseconds from the machine's; negative is the past. */
  shift(ms: number): void;
}

/** The machine's clock until it is shifted. */
export function adjustableClock(): AdjustableClock {
  let offset = 0;
  return {
    now: () => new Date(Date.now() + offset),
    shift(ms) {
      offset = ms;
    },
  };
}
