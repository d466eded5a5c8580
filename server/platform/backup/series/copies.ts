import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { toError } from '#server/platform/lib/errors.ts';
import type { ObjectStore } from '#server/providers/objects/port.ts';
import { BackupError, MANIFEST } from '../backup-format.ts';
import { readStored } from '../checked-files.ts';
import { isEncrypted } from '../manifest-file.ts';
import type { BackupOfSeries } from './backup-series.ts';

/** In a backup that was copied: to which bucket. It is not a part of the backup. */
const COPIED = '.copied';
const KIND = 'application/octet-stream';

/** A bucket of copies. */
export interface CopyTarget {
  store: Pick<ObjectStore, 'putStream'>;
  /** Its endpoint and name: another bucket has none of the copies. */
  place: string;
}

/** What became of the complete backups that were not in the bucket yet. */
export interface Copies {
  copied: string[];
  /** They stay where they are: the bucket is elsewhere, and who reads it must learn nothing. */
  unencrypted: string[];
  failed: { name: string; error: Error }[];
}

/**
 * Copies the complete and encrypted backups that were not copied to this bucket yet, the newest first, and the manifest of each
 * last. One that fails is copied again the next time; the others are copied all the same.
 */
export async function copyBackups(series: readonly BackupOfSeries[], target: CopyTarget): Promise<Copies> {
  const copies: Copies = { copied: [], unencrypted: [], failed: [] };
  for (const { name, folder } of series.filter(({ isComplete }) => isComplete).toReversed()) {
    try {
      if ((await copiedTo(folder)) === target.place) continue;
      const isCopied = (await isEncrypted(folder)) && (await copyBackup(name, folder, target));
      copies[isCopied ? 'copied' : 'unencrypted'].push(name);
    } catch (error) {
      copies.failed.push({ name, error: toError(error) });
    }
  }
  return copies;
}

function copiedTo(folder: string): Promise<string | undefined> {
  return readFile(join(folder, COPIED), 'utf8').catch(() => undefined);
}

async function copyBackup(name: string, folder: string, { store, place }: CopyTarget): Promise<true> {
  for await (const path of filesIn(folder))
    if (path !== MANIFEST && path !== COPIED) await copyFile(store, folder, name, path);
  await copyFile(store, folder, name, MANIFEST);
  await writeFile(join(folder, COPIED), place, { flush: true });
  return true;
}

async function copyFile(
  bucket: Pick<ObjectStore, 'putStream'>,
  folder: string,
  name: string,
  path: string,
): Promise<void> {
  const { size } = await stat(join(folder, path));
  // As it is stored, and opened when its reader begins: the error of one that cannot be opened would find nobody before.
  const content = readStored({ folder }, path);
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
    for (const { key } of page)
      // Consoles of stores make such objects for folders.
      if (key !== manifest && !key.endsWith('/')) await fetchFile(bucket, key, name, folder);
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
