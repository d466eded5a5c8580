import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ObjectStore } from '#server/providers/objects/port.ts';
import { BackupError, MANIFEST } from '../backup-format.ts';
import { isEncrypted } from '../manifest-file.ts';
import type { BackupOfSeries } from './backup-series.ts';

/** In a backup that was copied; not a part of it. */
const COPIED = '.copied';
const KIND = 'application/octet-stream';

/** What became of the complete backups that were not copied yet. */
export interface Copies {
  copied: string[];
  /** They stay where they are: the bucket is elsewhere, and who reads it must learn nothing. */
  unencrypted: string[];
}

/** Copies the complete and encrypted backups that were not copied yet, the manifest of each last. Returns their names. */
export async function copyBackups(
  series: readonly BackupOfSeries[],
  bucket: Pick<ObjectStore, 'putStream'>,
): Promise<Copies> {
  const copies: Copies = { copied: [], unencrypted: [] };
  for (const { name, folder, isComplete, files } of series) {
    if (!isComplete || files.includes(COPIED)) continue;
    if (!(await isEncrypted(folder))) {
      copies.unencrypted.push(name);
      continue;
    }
    for await (const path of filesIn(folder))
      if (path !== MANIFEST) await copyFile(bucket, folder, name, path);
    await copyFile(bucket, folder, name, MANIFEST);
    await writeFile(join(folder, COPIED), '');
    copies.copied.push(name);
  }
  return copies;
}

async function copyFile(
  bucket: Pick<ObjectStore, 'putStream'>,
  folder: string,
  name: string,
  path: string,
): Promise<void> {
  const file = join(folder, path);
  const { size } = await stat(file);
  const content = createReadStream(file) as AsyncIterable<Buffer>;
  await bucket.putStream(`${name}/${path.split(sep).join('/')}`, content, KIND, size);
}

async function* filesIn(folder: string, within = folder): AsyncGenerator<string> {
  for (const entry of await readdir(within, { withFileTypes: true })) {
    const path = join(within, entry.name);
    if (entry.isDirectory()) yield* filesIn(folder, path);
    else yield relative(folder, path);
  }
}

/** Fetches a copy into a new folder, its manifest last. Throws `BackupError` if the bucket has no complete one of this name. */
export async function fetchCopy(
  bucket: Pick<ObjectStore, 'stat' | 'list' | 'stream'>,
  name: string,
  folder: string,
): Promise<void> {
  const manifest = `${name}/${MANIFEST}`;
  if ((await bucket.stat(manifest)) === undefined)
    throw new BackupError(`The bucket has no complete backup ${name}.`);
  for (
    let page = await bucket.list(`${name}/`);
    page.length > 0;
    page = await bucket.list(`${name}/`, page.at(-1)?.key)
  )
    for (const { key } of page) if (key !== manifest) await fetchFile(bucket, key, name, folder);
  await fetchFile(bucket, manifest, name, folder);
}

async function fetchFile(
  bucket: Pick<ObjectStore, 'stream'>,
  key: string,
  name: string,
  folder: string,
): Promise<void> {
  const path = key.slice(name.length + 1);
  // Somebody else may have written to the bucket.
  if (path.split('/').includes('..'))
    throw new BackupError(`The bucket has a file outside of the backup: ${key}.`);
  const content = await bucket.stream(key);
  if (content === undefined) throw new BackupError(`${key} is gone from the bucket.`);
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  await pipeline(content, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }));
}
