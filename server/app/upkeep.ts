import type { Connection } from 'mongoose';
import { openForCommand } from './database/command-database.ts';
import type { Env } from './env/env.ts';
import type { ClockSync } from '#server/platform/lib/mongodb/database-clock.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import type { Metrics } from '#server/platform/lib/observability/metrics.ts';
import { measureCertificate } from '#server/platform/observability/measure-certificate.ts';
import { measureMachine } from '#server/platform/observability/measure-machine.ts';
import { measureUpkeep } from '#server/platform/observability/upkeep/measure-upkeep.ts';
import { createUpkeepModel, UpkeepStore } from '#server/platform/observability/upkeep/upkeep-store.ts';

/** Measures what operators see to: disks and clock in every process, the rest in those that do the jobs. */
export function measureUpkeepOf({
  env: { DATA_DIR, PUBLIC_URL, BACKUP_S3_BUCKET },
  connection,
  clockSync,
  metrics,
  works,
}: {
  env: Pick<Env, 'DATA_DIR' | 'PUBLIC_URL' | 'BACKUP_S3_BUCKET'>;
  connection: Connection;
  clockSync: ClockSync;
  metrics: Pick<Metrics, 'read'>;
  works: boolean;
}): void {
  const database = works ? connection : undefined;
  measureMachine({ folder: DATA_DIR, database, clockAheadMs: () => clockSync.aheadMs() }, metrics);
  if (!works) return;
  measureCertificate(PUBLIC_URL, metrics);
  const store = new UpkeepStore(createUpkeepModel(connection));
  measureUpkeep(store, metrics, { hasCopies: BACKUP_S3_BUCKET !== undefined });
}

/** Records a complete backup for the metrics. The backup is good without it. */
export async function recordBackup(connection: Connection, log: Logger, at: Date): Promise<void> {
  try {
    await new UpkeepStore(createUpkeepModel(connection)).recordBackup(at);
  } catch (error) {
    log.warn({ err: error }, 'the backup is complete, but the metrics will not show it');
  }
}

/** Records the newest copy of a backup for the metrics. The copy is good without it. */
export async function recordCopy(env: Env, log: Logger, at: Date): Promise<void> {
  try {
    const { connection, close } = await openForCommand(env);
    try {
      await new UpkeepStore(createUpkeepModel(connection)).recordCopy(at);
    } finally {
      await close();
    }
  } catch (error) {
    log.warn({ err: error }, 'the backup is copied, but the metrics will not show it');
  }
}
