import type { Env } from '#server/app/env/env.ts';
import { openBackupBucket } from '#server/app/providers/object-store.ts';
import { BackupError, type Manifest } from '#server/platform/backup/backup-format.ts';
import { ErasureList } from '#server/platform/backup/erasures/erasure-list.ts';
import { erasuresBeside, erasuresOf } from '#server/platform/backup/erasures/erasures-file.ts';
import { assertRestorable, loadBackup, type RestoreChoices } from '#server/platform/backup/restore-backup.ts';
import { verifyBackup } from '#server/platform/backup/verify-backup.ts';
import { systemClock } from '#server/platform/lib/clock.ts';
import { toError } from '#server/platform/lib/errors.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import { fingerprints, openObjects } from './backup.ts';
import { openForRestore } from './command-database.ts';

/** What was restored. */
export interface Restored {
  manifest: Manifest;
  /** Accounts that came back although they were erased since: they are closed, and their deletion is stored. */
  closed: number;
}

interface RestoreOptions extends RestoreChoices {
  log: Logger;
  folder: string;
  warn: (line: string) => void;
}

/**
 * Restores a backup into an empty database. No process of Hark may run on it. Nothing is written unless all of it is intact and
 * the lists of erased accounts are read; those of other backups that cannot be read are said by `warn`.
 */
export async function restore(
  env: Env,
  { log, folder, warn, ...choices }: RestoreOptions,
): Promise<Restored> {
  const { connection, close } = await openForRestore(env);
  const objects = await openObjects(env, log);
  const copies = await openBackupBucket(env);
  try {
    const stored = await verifyBackup(folder, env.BACKUP_KEY_FILE);
    const { manifest } = stored;
    const db = connection.getClient().db(connection.name);
    const secrets = await fingerprints(env);
    await assertRestorable({ db, secrets, ...choices }, manifest);
    const list = new ErasureList(objects.store);
    const erased = new Map<string, string>();
    const lists = [
      erasuresOf(stored),
      erasuresBeside(stored, env.BACKUP_KEY_FILE, warn),
      list.all(),
      ...(copies === undefined ? [] : [erasuresAt(new ErasureList(copies))]),
    ];
    for (const erasures of lists) for await (const { uid, day } of erasures) erased.set(uid, day);
    for (const [uid, day] of erased) await list.add({ uid, day });
    const target = { db, secrets, objects: objects.store, now: systemClock.now(), erased, ...choices };
    return { manifest, closed: await loadBackup(stored, target) };
  } finally {
    copies?.close();
    objects.close();
    await close();
  }
}

/** Yields the list in the bucket of copies. */
async function* erasuresAt(list: ErasureList) {
  try {
    yield* list.all();
  } catch (error) {
    throw new BackupError(
      `BACKUP_S3_BUCKET: the list of erased accounts cannot be read: ${toError(error).message}. Unset it to restore without.`,
    );
  }
}
