import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { formatBytes } from '#shared/format-bytes.ts';

/** Below this the embedded database cannot go on: it writes its journal in files of 8 MB. */
const FULL_BELOW_BYTES = 32 * 1024 * 1024;
/** What MongoDB requires to make an index, and with it a database. */
const FOR_INDEXES_BYTES = 500 * 1024 * 1024;
const OUT_OF_DISK_SPACE = 14_031;

/** A disk has too little space to start; the message is for the operator. */
export class DiskFull extends Error {}

/** Returns the free bytes of the disk of a folder, or of the one that it would be made in. */
export async function freeBytes(folder: string): Promise<number> {
  const found = await statfs(folder).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && dirname(folder) !== folder) return undefined;
    throw error;
  });
  return found === undefined ? freeBytes(dirname(folder)) : found.bavail * found.bsize;
}

/** Whether a folder can take no more data. A folder that cannot be asked is not full. */
export async function isFull(folder: string): Promise<boolean> {
  return (await freeBytes(folder).catch(() => Infinity)) < FULL_BELOW_BYTES;
}

/** Returns the failure of a start for which the disk of the data folder, or of the database, has too little space; or undefined. */
export async function diskFull(
  error: unknown,
  { DATA_DIR, MONGODB_URI }: { DATA_DIR: string; MONGODB_URI?: string | undefined },
): Promise<DiskFull | undefined> {
  const needed = formatBytes(FOR_INDEXES_BYTES);
  const { code } = error as { code?: unknown };
  const isOfDatabase = code === OUT_OF_DISK_SPACE;
  if (isOfDatabase && MONGODB_URI !== undefined)
    return new DiskFull(
      `MONGODB_URI: the disk of the database is too full; to make indexes it needs ${needed}.`,
    );
  if (!isOfDatabase && code !== 'ENOSPC' && !(await isFull(DATA_DIR))) return undefined;
  const free = formatBytes(await freeBytes(DATA_DIR));
  return new DiskFull(
    `DATA_DIR: the disk of ${DATA_DIR} has ${free} free; the embedded database needs ${needed}.`,
  );
}
