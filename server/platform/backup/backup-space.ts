import type { mongo } from 'mongoose';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { formatBytes } from '#shared/format-bytes.ts';
import { freeBytes } from '#server/platform/lib/disk-space.ts';
import type { ObjectStore } from '#server/providers/objects/port.ts';
import { BackupError } from './backup-format.ts';

/** Returns about how many bytes a backup takes: what the database stores without its indexes, the objects, and a copy of `files`. */
export async function neededBytes(
  db: mongo.Db,
  objects: Pick<ObjectStore, 'list'>,
  files: string | undefined,
): Promise<number> {
  const { storageSize } = (await db.stats()) as { storageSize: number };
  let bytes = storageSize + (files === undefined ? 0 : await bytesIn(files));
  for (let page = await objects.list(''); page.length > 0; page = await objects.list('', page.at(-1)?.key))
    for (const { size } of page) bytes += size;
  return bytes;
}

/** Returns the size of all files in a folder. */
export async function bytesIn(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }))
    if (entry.isFile())
      bytes += (await stat(join(entry.parentPath, entry.name)).catch(() => ({ size: 0 }))).size;
  return bytes;
}

/** Throws `BackupError`, naming the space, unless the disk of a folder, which need not exist, has as much. */
export async function assertSpace(folder: string, needed: number): Promise<void> {
  const free = await freeBytes(folder);
  if (free < needed) throw tooLittle(folder, needed, free);
}

/** Returns the error for a disk that is full, or was too small to begin with. */
export function tooLittle(folder: string, needed: number, free: number): BackupError {
  return new BackupError(
    `The disk of ${folder} is too full: a backup needs about ${formatBytes(needed)}, and ${formatBytes(free)} are free.`,
  );
}
