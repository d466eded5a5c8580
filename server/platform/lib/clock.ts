/** A source of the current time, injected so that tests can control it. */
export interface Clock {
  now(): Date;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => new Date() };

/** Returns the time in `ms` milliseconds by a clock. */
export function fromNow(clock: Clock, ms: number): Date {
  return new Date(clock.now().getTime() + ms);
}

/** The time that a shifted clock is shifted from. */
export interface RealClock extends Clock {
  /** Returns the real time of a time by the shifted clock. */
  of(shifted: Date): Date;
}

/** A process's clock: the database's time once set; the seed shifts it to create past data. */
export interface AdjustableClock extends Clock {
  /** The machine's clock, which may be inaccurate and may be adjusted at any time. */
  readonly machine: Clock;
  /** The time without the shift. */
  readonly real: RealClock;
  /** Sets the real time. From then on it follows the monotonic clock, independent of the machine's clock. */
  set(time: Date): void;
  /** Shifts `now` from the real time by `ms`; negative values are in the past. */
  shift(ms: number): void;
}

/** Returns a clock that follows `machine` until it is set. */
export function adjustableClock(machine: Clock = systemClock): AdjustableClock {
  let setTo: { time: number; at: number } | undefined;
  let offset = 0;
  const real = {
    now: () =>
      setTo === undefined ? machine.now() : new Date(Math.round(setTo.time + performance.now() - setTo.at)),
    of: (shifted: Date) => new Date(shifted.getTime() - offset),
  };
  return {
    machine,
    real,
    now: () => new Date(real.now().getTime() + offset),
    set(time) {
      setTo = { time: time.getTime(), at: performance.now() };
    },
    shift(ms) {
      offset = ms;
    },
  };
}
