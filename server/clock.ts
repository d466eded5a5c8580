/** The time, passed in wherever it matters, so that tests can move it. */
export interface Clock {
  now(): Date;
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => new Date() };

/** A process's clock: the machine's, corrected to the database's, and shifted where the seed makes a week of history. */
export interface AdjustableClock extends Clock {
  /** The machine's own clock, which may be wrong. */
  readonly machine: Clock;
  /** The corrected time without the shift. */
  readonly real: Clock;
  /** Adds this many milliseconds to the machine's time from now on. */
  correct(ms: number): void;
  /** Shifts `now` by this many milliseconds from the real time; negative is the past. */
  shift(ms: number): void;
}

/** Returns a clock that follows `machine` until it is corrected or shifted. */
export function adjustableClock(machine: Clock = systemClock): AdjustableClock {
  let correction = 0;
  let offset = 0;
  const real = { now: () => new Date(machine.now().getTime() + correction) };
  return {
    machine,
    real,
    now: () => new Date(real.now().getTime() + offset),
    correct(ms) {
      correction = ms;
    },
    shift(ms) {
      offset = ms;
    },
  };
}
