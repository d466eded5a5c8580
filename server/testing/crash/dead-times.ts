/** A time in which some part of the system was dead or had not come back; milliseconds since the epoch. */
export interface DeadTime {
  from: number;
  to: number;
}

/** A report that was on its way when a process died is lost with it: the carrier's callback, up to its time-out. */
const BEFORE_MS = 10_000;
/** The carrier, too, needs a moment to see that somebody is back. */
const AFTER_MS = 1_000;

/** Whether a report of a call at that time may have been lost for good. */
export function inDeadTime(deadTimes: readonly DeadTime[], at: number): boolean {
  return deadTimes.some(({ from, to }) => from - BEFORE_MS < at && at < to + AFTER_MS);
}
