import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '#shared/time-units.ts';
import type { BackupOfSeries } from '#server/platform/backup/series/backup-series.ts';

/** Waits, or returns early when `signal` aborts. In pieces: a timer of more than 24 days ends at once. */
export async function wait(ms: number, signal: AbortSignal): Promise<void> {
  for (let left = ms; left > 0 && !signal.aborted; left -= DAY_MS)
    await sleep(Math.min(left, DAY_MS), undefined, { signal }).catch(() => undefined);
}

/** Returns in how many milliseconds the next backup of a series is due. Backups of the future, from a clock that was wrong, do not count. */
export function untilDue(
  series: readonly Pick<BackupOfSeries, 'at' | 'isComplete'>[],
  everyMs: number,
  now: Date,
): number {
  const last = series.findLast(({ at, isComplete }) => isComplete && at <= now);
  return last === undefined ? 0 : Math.max(0, last.at.getTime() + everyMs - now.getTime());
}
