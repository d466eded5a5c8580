import { once } from 'node:events';
import { formatNumber } from '#shared/formats.ts';
import { MINUTE_MS } from '#shared/time-units.ts';
import { rotate } from '#server/app/database/rotate.ts';
import { EnvError, type Env } from '#server/app/env/env.ts';
import { listSeries } from '#server/platform/backup/series/backup-series.ts';
import type { Keep } from '#server/platform/backup/series/kept-backups.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import { isOperators } from '../lib/command-failure.ts';
import { untilDue, wait } from './wait.ts';

/** After a backup that failed. */
const RETRY_MS = 15 * MINUTE_MS;

interface Schedule {
  folder: string;
  keep: Keep;
  everyMs: number | undefined;
}

/** Makes the next backup of a series, once or regularly: one that fails is logged then, and made again. */
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
  const waitMs = async () => untilDue(await listSeries(folder).catch(() => []), everyMs, new Date());
  await wait(await waitMs(), stop.signal);
  while (!stop.signal.aborted) {
    try {
      await next();
      await wait(await waitMs(), stop.signal);
    } catch (error) {
      // It would be the same again.
      if (error instanceof EnvError) throw error;
      if (isOperators(error)) console.error(error.message);
      else log.error({ err: error }, 'the backup failed');
      await wait(Math.min(everyMs, RETRY_MS), stop.signal);
    }
  }
}
