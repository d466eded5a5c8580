import { once } from 'node:events';
import { formatNumber } from '#shared/formats.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/time-units.ts';
import { BackupError } from '#server/app/database/backup.ts';
import { copySeries, rotate } from '#server/app/database/rotate.ts';
import { EnvError, type Env } from '#server/app/env/env.ts';
import { countDocuments } from '#server/platform/backup/backup-format.ts';
import { listSeries } from '#server/platform/backup/series/backup-series.ts';
import type { Copies } from '#server/platform/backup/series/copies.ts';
import type { Keep } from '#server/platform/backup/series/kept-backups.ts';
import { toError } from '#server/platform/lib/errors.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import { isOperators } from '../lib/command-failure.ts';
import type { RotationTimes } from './usage.ts';
import { untilDue, wait } from './wait.ts';

/** After a backup that failed. */
const RETRY_MS = 15 * MINUTE_MS;

interface Schedule extends RotationTimes {
  folder: string;
  keep: Keep;
}

/**
 * Makes the next backup of a series, once or regularly: one that fails is logged then, and made again. After a copy that failed
 * the backup is not made again.
 */
export async function rotateCommand(
  env: Env,
  log: Logger,
  { folder, keep, everyMs, minAgeMs = 0 }: Schedule,
  say: (line: string) => void,
): Promise<void> {
  const make = async () => {
    const now = new Date();
    const { name, manifest, removed } = await rotate(env, log, { root: folder, keep, now });
    say(`Backed up ${formatNumber(countDocuments(manifest))} documents to ${name}.`);
    for (const old of removed) say(`Removed ${old}.`);
  };
  const copy = async () => {
    sayCopies(await copySeries(env, log, folder), say);
  };
  const dueIn = async (ageMs: number) =>
    untilDue(await listSeries(folder).catch(() => []), ageMs, new Date());
  if (everyMs === undefined) {
    if ((await dueIn(minAgeMs)) === 0) return runAll([make, copy], log);
    say(`None is made: the newest backup is younger than ${String(minAgeMs / HOUR_MS)} hours.`);
    return copy();
  }
  const stopped = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  const stop = new AbortController();
  void stopped.then(() => {
    stop.abort();
  });
  while (!stop.signal.aborted) {
    try {
      await runAll((await dueIn(everyMs)) === 0 ? [make, copy] : [copy], log);
      await wait(await dueIn(everyMs), stop.signal);
    } catch (error) {
      // It would be the same again.
      if (error instanceof EnvError) throw error;
      report(error, log);
      await wait(Math.min(everyMs, RETRY_MS), stop.signal);
    }
  }
}

/** Does all, also after one that failed. Throws the first failure, and reports the others. */
async function runAll(steps: readonly (() => Promise<void>)[], log: Logger): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps)
    await step().catch((error: unknown) => {
      // Everything else would be refused for it too.
      if (error instanceof EnvError) throw error;
      failures.push(error);
    });
  const [first, ...others] = failures;
  const isSaid = (error: unknown) => toError(error).message === toError(first).message;
  for (const error of others) if (!isSaid(error)) report(error, log);
  if (failures.length > 0) throw first;
}

function report(error: unknown, log: Logger): void {
  if (isOperators(error)) console.error(error.message);
  else log.error({ err: error }, 'the backup failed');
}

/** Says what was copied. Throws `BackupError` for the copies that failed. */
function sayCopies(copies: Copies | undefined, say: (line: string) => void): void {
  if (copies === undefined) return;
  for (const name of copies.copied) say(`Copied ${name}.`);
  if (copies.unencrypted.length > 0)
    say(`Not copied, as they are not encrypted: ${copies.unencrypted.join(', ')}.`);
  const failed = copies.failed.map(({ name, error }) => `${name} (${error.message})`);
  if (failed.length > 0) throw new BackupError(`BACKUP_S3_BUCKET: not copied: ${failed.join(', ')}.`);
}
