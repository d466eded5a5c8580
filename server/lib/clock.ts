/** The time, passed in wherever it matters, so that tests can move it. */
export interface Clock {
  now(): Date;
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => new Date() };

/** A process's clock: the database's time once it is set, shifted where the seed makes a week of history. */
export interface AdjustableClock extends Clock {
  /** The machine's own clock, which may be wrong and may be set at any moment. */
  readonly machine: Clock;
  /** The time without the shift. */
  readonly real: Clock;
  /** Sets the real time. From then on only elapsed time moves it, however the machine's clock is set. */
  set(time: Date): void;
  /** Shifts `now` by this many milliseconds from the real time; negative is the past. */
  shift(ms: number): void;
}

/** Returns a clock that follows `machine` until it is set. */
export function adjustableClock(machine: Clock = systemClock): AdjustableClock {
  let setTo: { time: number; at: number } | undefined;
  let offset = 0;
  const real = {
    now: () =>
      setTo === undefined ? machine.now() : new Date(Math.round(setTo.time + performance.now() - setTo.at)),
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
