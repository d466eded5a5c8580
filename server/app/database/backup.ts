import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError, type Manifest } from '#server/platform/backup/backup-format.ts';
import { assertSpace, neededBytes, tooLittle } from '#server/platform/backup/backup-space.ts';
import { freeBytes } from '#server/platform/lib/disk-space.ts';
import { confirmCampaigns } from '#server/platform/backup/confirm-campaigns.ts';
import {
  createBackup,
  DATABASE_COPY,
  emptyFolder,
  prepareBackupFolder,
} from '#server/platform/backup/create-backup.ts';
import { openBackup } from '#server/platform/backup/manifest-file.ts';
import { examineBackup } from '#server/platform/backup/verify-backup.ts';
import type { Env } from '#server/app/env/env.ts';
import { systemClock } from '#server/platform/lib/clock.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import { deriveSecrets, masterSecrets } from '#server/platform/lib/secrets/secrets.ts';
import { recordBackup } from '#server/app/upkeep.ts';
import { openForCommand } from './command-database.ts';
import { refusedLogin } from './database.ts';
import { startBackupGuard, withDatabaseCut } from './database-cut.ts';
import { databaseDown, toError } from '#server/platform/lib/errors.ts';
import { ProviderRejected, ProviderUnavailable } from '#server/providers/errors.ts';
import { composeObjects, type Objects } from '#server/app/providers/object-store.ts';

export { GUARD, guardBackup } from './database-cut.ts';
export { BackupError, type Manifest } from '#server/platform/backup/backup-format.ts';

const FINGERPRINT_LENGTH = 16;

/**
 * Backs the database and the objects up into a new folder. Safe beside a running Hark. `makeRoom` is called on a disk that is
 * too small. Nothing is left of a backup that fails; throws `BackupError` where its disk, the database or the objects are the
 * reason.
 */
export async function backup(
  env: Env,
  log: Logger,
  folder: string,
  makeRoom?: () => Promise<void>,
): Promise<Manifest> {
  const { connection, close } = await openForCommand(env).catch((error: unknown) => {
    throw asFailure(error);
  });
  try {
    const { store: objects, close: closeObjects } = await openObjects(env, log);
    try {
      const files = env.MONGODB_URI === undefined ? join(env.DATA_DIR, 'mongodb') : undefined;
      const needed = await neededBytes(connection.getClient().db(connection.name), objects, files);
      if (makeRoom !== undefined && (await freeBytes(folder)) < needed) await makeRoom();
      await assertSpace(folder, needed);
      const secrets = await fingerprints(env);
      const manifest = await leavingNothing(folder, needed, () =>
        withDatabaseCut(env, { connection, folder: join(folder, DATABASE_COPY) }, (cut) =>
          createBackup(folder, { cut, objects, secrets, recipients: env.BACKUP_KEY }),
        ),
      );
      await recordBackup(connection, log, manifest.cutAt);
      return manifest;
    } finally {
      closeObjects();
    }
  } catch (error) {
    throw asFailure(error);
  } finally {
    await close();
  }
}

/** Makes the folder and runs `work`. If that fails, or this process is killed, nothing is left in the folder. */
async function leavingNothing<T>(folder: string, needed: number, work: () => Promise<T>): Promise<T> {
  const isNew = await prepareBackupFolder(folder);
  const guard = await startBackupGuard(folder);
  try {
    return await work();
  } catch (error) {
    await emptyFolder(folder);
    const free = await freeBytes(folder);
    if (isNew) await rm(folder, { recursive: true, force: true });
    throw isFull(error) ? tooLittle(folder, needed, free) : error;
  } finally {
    await guard.dismiss();
  }
}

function isFull(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOSPC';
}

/** Returns the failure of a backup: one line, unless it is a mistake of the program. */
function asFailure(error: unknown): unknown {
  const refused = refusedLogin(error);
  if (refused !== undefined) return refused;
  if (error instanceof ProviderUnavailable || error instanceof ProviderRejected)
    return new BackupError(`Nothing was backed up: ${error.message}.`, { cause: error });
  if (databaseDown(error) !== undefined)
    return new BackupError(`Nothing was backed up: the database does not respond.`, { cause: error });
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined) return error;
  return new BackupError(`Nothing was backed up: ${toError(error).message}.`, { cause: error });
}

/** Reads all of a backup, and says each difference in one line. Returns its manifest and how many differences there are. */
export async function verify(
  { BACKUP_KEY_FILE }: Pick<Env, 'BACKUP_KEY_FILE'>,
  folder: string,
  say: (line: string) => void,
): Promise<{ manifest: Manifest; differences: number }> {
  const stored = await openBackup(folder, BACKUP_KEY_FILE);
  return { manifest: stored.manifest, differences: await examineBackup(stored, say) };
}

/** Ends the caution about restored campaigns, all without ids; returns how many there were. */
export async function confirmRestored(env: Env, ids: readonly string[]): Promise<number> {
  const { connection, close } = await openForCommand(env);
  try {
    return await confirmCampaigns(connection.getClient().db(connection.name), ids);
  } finally {
    await close();
  }
}

/** Returns what identifies the values of SESSION_SECRET without revealing them. */
export async function fingerprints(env: Env): Promise<string[]> {
  const derived = deriveSecrets(await masterSecrets(env), 'backup fingerprint');
  return derived.map((secret) =>
    createHash('sha256').update(secret).digest('hex').slice(0, FINGERPRINT_LENGTH),
  );
}

/** Opens the objects for a command. */
export function openObjects(env: Env, log: Logger): Promise<Objects> {
  // The rules for browsers are not needed here, nor checked for a worker.
  const asWorker = { ...env, HARK_ROLE: 'worker' as const };
  return composeObjects({ env: asWorker, baseUrl: 'http://localhost', clock: systemClock, log });
}
