import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { formatNumber } from '#shared/formats.ts';
import { MINUTE_MS } from '#shared/time-units.ts';
import { BackupError } from '#server/app/database/backup.ts';
import { rotate } from '#server/app/database/rotate.ts';
import type { Env } from '#server/app/env/env.ts';
import { listSeries } from '#server/platform/backup/series/backup-series.ts';
import type { Keep } from '#server/platform/backup/series/kept-backups.ts';
import type { Logger } from '#server/platform/lib/log.ts';

/** After a backup that failed. */
const RETRY_MS = 15 * MINUTE_MS;

interface Schedule {
  folder: string;
  keep: Keep;
  everyMs: number | undefined;
}

/** Makes the next backup of a series, once or regularly. Throws `BackupError` if the only one fails. */
export async function rotateCommand(
  env: Env,
  log: Logger,
  { folder, keep, everyMs }: Schedule,
  say: (line: string) => void,
): Promise<void> {
  const next = async () => {
    const { name, manifest, copies, removed } = await rotate(env, log, {
      root: folder,
      keep,
      now: new Date(),
    });
    const documents = manifest.collections.reduce((sum, collection) => sum + collection.documents, 0);
    say(`Backed up ${formatNumber(documents)} documents to ${name}.`);
    for (const copy of copies?.copied ?? []) say(`Copied ${copy}.`);
    if (copies !== undefined && copies.unencrypted.length > 0)
      say(`Not copied, as they are not encrypted: ${copies.unencrypted.join(', ')}.`);
    for (const old of removed) say(`Removed ${old}.`);
  };
  if (everyMs === undefined) return next();
  const stopped = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  const stop = new AbortController();
  void stopped.then(() => {
    stop.abort();
  });
  let waitMs = await untilDue(folder, everyMs);
  while (!(await isStopped(waitMs, stop.signal))) {
    try {
      await next();
      waitMs = everyMs;
    } catch (error) {
      if (!(error instanceof BackupError)) throw error;
      console.error(error.message);
      waitMs = Math.min(everyMs, RETRY_MS);
    }
  }
}

/** Returns in how many milliseconds the next backup is due. */
async function untilDue(folder: string, everyMs: number): Promise<number> {
  const series = await listSeries(folder).catch(() => []);
  const last = series.findLast(({ isComplete }) => isComplete);
  return last === undefined ? 0 : Math.max(0, last.at.getTime() + everyMs - Date.now());
}

/** Waits; returns at once and true when the process is to stop. */
async function isStopped(ms: number, signal: AbortSignal): Promise<boolean> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
  return signal.aborted;
}
