import type { Connection } from 'mongoose';
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
  env: { DATA_DIR, PUBLIC_URL },
  connection,
  clockSync,
  metrics,
  works,
}: {
  env: Pick<Env, 'DATA_DIR' | 'PUBLIC_URL'>;
  connection: Connection;
  clockSync: ClockSync;
  metrics: Pick<Metrics, 'read'>;
  works: boolean;
}): void {
  const database = works ? connection : undefined;
  measureMachine({ folder: DATA_DIR, database, clockAheadMs: () => clockSync.aheadMs() }, metrics);
  if (!works) return;
  measureCertificate(PUBLIC_URL, metrics);
  measureUpkeep(new UpkeepStore(createUpkeepModel(connection)), metrics);
}

/** Records a complete backup for the metrics. The backup is good without it. */
export async function recordBackup(connection: Connection, log: Logger, at: Date): Promise<void> {
  try {
    await new UpkeepStore(createUpkeepModel(connection)).recordBackup(at);
  } catch (error) {
    log.warn({ err: error }, 'the backup is complete, but the metrics will not show it');
  }
}
