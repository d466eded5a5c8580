import type { Connection } from 'mongoose';
import { MINUTE_MS } from '#shared/time-units.ts';
import { BackupError } from '#server/platform/backup/backup-format.ts';
import { runGuard, startGuard, type BackupGuard } from '#server/platform/backup/backup-guard.ts';
import { removeUnfinished, type DatabaseCut } from '#server/platform/backup/create-backup.ts';
import { unlockEngine, withEngineCopy } from '#server/emulators/mongodb/engine-cut.ts';
import type { Env } from '#server/app/env/env.ts';
import { queryTime } from '#server/platform/lib/mongodb/database-clock.ts';
import { connectDatabase, openDatabase } from './database.ts';

/** The argument with which the backup command runs as the guard of the lock. */
export const GUARD = '--guard';
/** A snapshot may lag behind the database's clock by what its members lag behind each other. */
const LAG_MS = MINUTE_MS;
/** SnapshotTooOld, SnapshotUnavailable. */
const SNAPSHOT_GONE = new Set<unknown>([239, 246]);

type Settings = Pick<Env, 'MONGODB_URI' | 'DATA_DIR'>;

/**
 * Runs `work` with the database as it was at one moment. A replica set or a sharded cluster gives a snapshot, for as long as it
 * keeps history; of the embedded engine the files are copied into `folder`, while writes wait, and a second engine is opened on
 * the copy. Throws `BackupError` where there is no snapshot, or no longer.
 */
export async function withDatabaseCut<T>(
  env: Settings,
  { connection, folder }: { connection: Connection; folder: string },
  work: (cut: DatabaseCut) => Promise<T>,
): Promise<T> {
  const cutAt = new Date((await queryTime(connection)).getTime() - LAG_MS);
  if (env.MONGODB_URI !== undefined) return withSnapshot(connection, cutAt, work);
  const engine = { dataDir: env.DATA_DIR, connection, folder, connect: connectDatabase };
  return withEngineCopy(engine, (copy) => work({ db: copy.getClient().db(copy.name), cutAt }));
}

async function withSnapshot<T>(
  connection: Connection,
  cutAt: Date,
  work: (cut: DatabaseCut) => Promise<T>,
): Promise<T> {
  const client = connection.getClient();
  const hello = await client.db('admin').command({ hello: 1 });
  if (hello['setName'] === undefined && hello['msg'] !== 'isdbgrid')
    throw new BackupError(
      'MONGODB_URI: a backup needs a replica set or a sharded cluster, which give snapshots.',
    );
  try {
    return await client.withSession({ snapshot: true }, (session) =>
      work({ db: client.db(connection.name), session, cutAt }),
    );
  } catch (error) {
    if (!SNAPSHOT_GONE.has((error as { code?: unknown }).code)) throw error;
    throw new BackupError(
      'Nothing was backed up: the database no longer keeps its state of when the backup began. Set minSnapshotHistoryWindowInSeconds of mongod to more than a backup takes.',
      { cause: error },
    );
  }
}

/** Starts the guard of a backup into `folder`. */
export function startBackupGuard(folder: string): Promise<BackupGuard> {
  return startGuard([GUARD, folder]);
}

/** Runs as the guard of a backup that was killed: unlocks the embedded database, and removes what is unfinished. */
export async function guardBackup(env: Settings, folder: string): Promise<void> {
  const database = env.MONGODB_URI === undefined ? await openDatabase(env) : undefined;
  try {
    await runGuard(async () => {
      if (database !== undefined) await unlockEngine(database.connection);
      await removeUnfinished(folder);
    });
  } finally {
    await database?.close();
  }
}
