import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { refuseUnencryptedCopies, type Env } from '#server/app/env/env.ts';
import { backupBucketName, openBackupBucket } from '#server/app/providers/object-store.ts';
import { BackupError, type Manifest } from '#server/platform/backup/backup-format.ts';
import { ErasureList } from '#server/platform/backup/erasures/erasure-list.ts';
import { prepareBackupFolder } from '#server/platform/backup/create-backup.ts';
import {
  listSeries,
  makeRoom,
  nameAt,
  pruneSeries,
  removeIncomplete,
} from '#server/platform/backup/series/backup-series.ts';
import { copyErasures } from '#server/platform/backup/series/copied-erasures.ts';
import { copyBackups, fetchCopy, type Copies } from '#server/platform/backup/series/copies.ts';
import { withRotationLock } from '#server/platform/backup/series/rotation-lock.ts';
import type { Keep } from '#server/platform/backup/series/kept-backups.ts';
import { recordCopy } from '#server/app/upkeep.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import { toError } from '#server/platform/lib/errors.ts';
import { backup, openObjects } from './backup.ts';

/** What a rotation did. */
export interface Rotation {
  name: string;
  manifest: Manifest;
  removed: string[];
}

/**
 * Makes the next backup of the series in `root`, and removes those that are not kept and what a killed rotation left. Throws
 * `BackupError` while another one runs, and `EnvError` for copies that would not be encrypted.
 */
export async function rotate(
  env: Env,
  log: Logger,
  { root, keep, now }: { root: string; keep: Keep; now: Date },
): Promise<Rotation> {
  refuseUnencryptedCopies(env);
  await mkdir(root, { recursive: true, mode: 0o700 });
  return withRotationLock(root, async () => {
    await removeIncomplete(root);
    const name = nameAt(now);
    const removed: string[] = [];
    const manifest = await backup(env, log, join(root, name), async () => {
      removed.push(...(await makeRoom(root, keep, now)));
    });
    removed.push(...(await pruneSeries(root, keep)));
    return { name, manifest, removed };
  });
}

/**
 * Copies to the bucket of copies what is not there: backups, and who was erased before there was a bucket. Returns nothing
 * without one; throws `BackupError` while a rotation runs.
 */
export async function copySeries(env: Env, log: Logger, root: string): Promise<Copies | undefined> {
  const store = await openBackupBucket(env);
  if (store === undefined) return undefined;
  const target = { store, place: backupBucketName(env) };
  try {
    return await withRotationLock(root, async () => {
      const series = await listSeries(root);
      const copies = await copyBackups(series, target);
      const newest = series.findLast(({ name }) => copies.copied.includes(name));
      if (newest !== undefined) await recordCopy(env, log, newest.at);
      const failure = await copyAllErasures(env, log, { root, target }).catch(toError);
      if (failure !== undefined) copies.failed.push({ name: 'erased accounts', error: failure });
      return copies;
    });
  } finally {
    store.close();
  }
}

async function copyAllErasures(
  env: Env,
  log: Logger,
  { root, target }: { root: string; target: Parameters<typeof copyErasures>[2] },
): Promise<undefined> {
  const { store, close } = await openObjects(env, log);
  try {
    await copyErasures(root, new ErasureList(store).all(), target);
  } finally {
    close();
  }
}

/** Fetches a backup from the bucket of copies into a new folder. Throws `BackupError`. */
export async function fetchBackup(env: Env, name: string, folder: string): Promise<void> {
  const bucket = await openBackupBucket(env);
  if (bucket === undefined)
    throw new BackupError('BACKUP_S3_BUCKET: must be set; it names the bucket of copies.');
  try {
    await prepareBackupFolder(folder);
    await fetchCopy(bucket, name, folder);
  } finally {
    bucket.close();
  }
}
