import { DAY_MS, MINUTE_MS } from '../time-units.ts';
import { offsetsOf, type Interval } from './zone-offsets.ts';

/** Minutes after midnight, from `from` until just before `to`. */
export interface DayHours {
  from: number;
  to: number;
}

/**
 * Returns the times of a UTC day at which the local time of a zone is within the hours of the local day. An hour that does
 * not exist there is left out, one that exists twice counts twice.
 * @param hoursOn the hours of a local day, counted from 1970; undefined if none of it counts
 */
export function openTimes(
  zone: string,
  utcDay: number,
  hoursOn: (localDay: number) => DayHours | undefined,
): Interval[] {
  const open: Interval[] = [];
  for (const stretch of offsetsOf(zone).ofDay(utcDay)) {
    const [start, end] = [stretch.from + stretch.offset, stretch.to + stretch.offset];
    for (let day = Math.floor(start / DAY_MS); day * DAY_MS < end; day++) {
      const hours = hoursOn(day);
      if (hours === undefined) continue;
      const from = Math.max(start, day * DAY_MS + hours.from * MINUTE_MS);
      const to = Math.min(end, day * DAY_MS + hours.to * MINUTE_MS);
      if (from < to) append(open, { from: from - stretch.offset, to: to - stretch.offset });
    }
  }
  return open;
}

/** Appends an interval to a list in order, joined with the last one where they meet. */
export function append(list: Interval[], { from, to }: Interval): void {
  const last = list.at(-1);
  if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
  else list.push({ from, to });
}

/** Returns the times that are in both of two lists in order. */
export function intersect(first: readonly Interval[], second: readonly Interval[]): Interval[] {
  const both: Interval[] = [];
  let [i, j] = [0, 0];
  for (;;) {
    const [a, b] = [first[i], second[j]];
    if (a === undefined || b === undefined) return both;
    const [from, to] = [Math.max(a.from, b.from), Math.min(a.to, b.to)];
    if (from < to) both.push({ from, to });
    if (a.to < b.to) i++;
    else j++;
  }
}
