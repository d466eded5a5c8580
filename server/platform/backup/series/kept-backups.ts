import { DAY_MS } from '#shared/time-units.ts';

/** Which backups of a series are kept: the newest ones, and the newest of each of the last days and weeks that have one. */
export interface Keep {
  last: number;
  daily: number;
  weekly: number;
}

export const DEFAULT_KEEP: Keep = { last: 3, daily: 7, weekly: 5 };

/** Returns those of the times whose backups are kept; the newest always is. */
export function keptTimes(times: readonly Date[], { last, daily, weekly }: Keep): Set<Date> {
  const newestFirst = times.toSorted((a, b) => b.getTime() - a.getTime());
  return new Set([
    ...newestFirst.slice(0, Math.max(1, last)),
    ...newestOfEach(newestFirst, dayNumber).slice(0, daily),
    ...newestOfEach(newestFirst, weekNumber).slice(0, weekly),
  ]);
}

function newestOfEach(newestFirst: readonly Date[], numberOf: (time: Date) => number): Date[] {
  return newestFirst.filter((time, at) => {
    const newer = newestFirst[at - 1];
    return newer === undefined || numberOf(newer) !== numberOf(time);
  });
}

function dayNumber(time: Date): number {
  return Math.floor(time.getTime() / DAY_MS);
}

/** Weeks begin on Monday, in UTC; the first day of the epoch was a Thursday. */
function weekNumber(time: Date): number {
  return Math.floor((dayNumber(time) + 3) / 7);
}
