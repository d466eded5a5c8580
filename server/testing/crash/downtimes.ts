/** A period in which a process was down or restarting, in milliseconds since the epoch. */
export interface Downtime {
  from: number;
  to: number;
}

/** A callback in flight when a process dies is lost: up to the carrier's timeout. */
const BEFORE_MS = 10_000;
/** The carrier reconnects with a delay. */
const AFTER_MS = 1_000;

/** Returns whether a report of a call at that time may be lost permanently. */
export function isDuringDowntime(deadTimes: readonly Downtime[], at: number): boolean {
  return deadTimes.some(({ from, to }) => from - BEFORE_MS < at && at < to + AFTER_MS);
}
