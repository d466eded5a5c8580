import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Manifest } from '#server/platform/backup/backup-format.ts';
import { confirmCampaigns } from '#server/platform/backup/confirm-campaigns.ts';
import { createBackup, prepareBackupFolder } from '#server/platform/backup/create-backup.ts';
import { openBackup } from '#server/platform/backup/manifest-file.ts';
import { examineBackup } from '#server/platform/backup/verify-backup.ts';
import type { Env } from '#server/app/env/env.ts';
import { systemClock } from '#server/platform/lib/clock.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import { deriveSecrets, masterSecrets } from '#server/platform/lib/secrets/secrets.ts';
import { recordBackup } from '#server/app/upkeep.ts';
import { openForCommand } from './command-database.ts';
import { withDatabaseCut } from './database-cut.ts';
import { composeObjects, type Objects } from '#server/app/providers/object-store.ts';

export { GUARD, guardDatabase } from './database-cut.ts';
export { BackupError, type Manifest } from '#server/platform/backup/backup-format.ts';

const FINGERPRINT_LENGTH = 16;

/** Backs the database and the objects up into a new folder. Safe beside a running Hark. */
export async function backup(env: Env, log: Logger, folder: string): Promise<Manifest> {
  await prepareBackupFolder(folder);
  const secrets = await fingerprints(env);
  const { store: objects, close } = await openObjects(env, log);
  try {
    const manifest = await withDatabaseCut(env, join(folder, '.copy'), (cut) =>
      createBackup(folder, { cut, objects, secrets, recipients: env.BACKUP_KEY }),
    );
    await recordBackup(env, log, manifest.cutAt);
    return manifest;
  } finally {
    close();
  }
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
