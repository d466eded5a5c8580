import { readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { MINUTE_MS, SECOND_MS } from '#shared/time-units.ts';
import { createIntervalLoop } from '#server/platform/lib/concurrency/interval-loop.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { BackupError } from '../backup-format.ts';

/** In the folder of a series while a rotation writes to it. */
export const LOCK = '.rotating';
const REFRESH_MS = 20 * SECOND_MS;
/** A lock that was not refreshed for so long is one of a process that was killed. */
export const STALE_MS = 5 * MINUTE_MS;

/**
 * Runs `work` while no other process writes to the series in `root`. Throws `BackupError` while another one does. Whether its
 * process lives is not asked: it may run in another container.
 */
export async function withRotationLock<T>(root: string, work: () => Promise<T>): Promise<T> {
  const [file, owner] = [join(root, LOCK), `process ${String(process.pid)} on ${hostname()} (${newId()})`];
  if (!(await take(file, owner)) && !(await replaceStale(file, owner))) throw await refusal(root, file);
  const refresh = () => {
    const now = new Date();
    return utimes(file, now, now);
  };
  // Somebody may have removed it.
  const refreshing = createIntervalLoop(REFRESH_MS, refresh, () => undefined);
  refreshing.start();
  try {
    return await work();
  } finally {
    await refreshing.stop();
    if ((await ownerOf(file)) === owner) await rm(file, { force: true });
  }
}

/** Creates the lock; returns whether there was none. */
async function take(file: string, owner: string): Promise<boolean> {
  try {
    await writeFile(file, owner, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Replaces the lock of a process that was killed; returns whether it was one, and no other process is replacing it. */
async function replaceStale(file: string, owner: string): Promise<boolean> {
  const stale = await staleSince(file);
  if (stale === undefined) return false;
  const claim = `${file}.${String(stale)}`;
  if (!(await take(claim, owner))) return false;
  // Another process may have replaced it, and ended its claim, in the meantime.
  const isStill = (await staleSince(file)) === stale;
  if (isStill) await rename(claim, file);
  else await rm(claim, { force: true });
  return isStill;
}

/** Returns when a lock was last refreshed, if that is too long ago. */
async function staleSince(file: string): Promise<number | undefined> {
  const found = await stat(file).catch(() => undefined);
  // Also one of the future, which a clock that was wrong has left.
  const isStale = found !== undefined && Math.abs(Date.now() - found.mtimeMs) > STALE_MS;
  return isStale ? found.mtimeMs : undefined;
}

function ownerOf(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(() => undefined);
}

async function refusal(root: string, file: string): Promise<BackupError> {
  const owner = (await ownerOf(file)) ?? 'another process';
  return new BackupError(
    `${root} is being written to by ${owner}. If that was killed, remove ${file}, or wait ${String(STALE_MS / MINUTE_MS)} minutes.`,
  );
}
