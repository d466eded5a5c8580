import type { Env } from '#server/app/env/env.ts';
import { freeBytes, isFull } from '#server/platform/lib/disk-space.ts';
import type { Logger } from '#server/platform/lib/log.ts';

/** Whether the disk of the data folder is full, and the database or the objects are there. */
export async function isDataDiskFull({ local, DATA_DIR }: Pick<Env, 'local' | 'DATA_DIR'>): Promise<boolean> {
  return (local.database || local.objects) && isFull(DATA_DIR);
}

/** Logs that the disk of the data folder is full, if it is. */
export async function reportFullDisk(env: Pick<Env, 'local' | 'DATA_DIR'>, log: Logger): Promise<void> {
  if (!(await isDataDiskFull(env))) return;
  const { DATA_DIR: folder } = env;
  log.error({ folder, freeBytes: await freeBytes(folder) }, 'the disk of the data folder is full');
}
