import type { mongo } from 'mongoose';
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ObjectStore } from '#server/providers/objects/port.ts';
import {
  backedUp,
  BackupError,
  collectionFile,
  MANIFEST,
  OBJECT_INDEX,
  objectFile,
  type Manifest,
  type ObjectEntry,
} from './backup-format.ts';
import { writeChecked } from './checked-files.ts';

const READ_BATCH = 1_000;

/** A database at one moment. */
export interface DatabaseCut {
  db: mongo.Db;
  /** Whose snapshot is read; unset where nothing writes to the database. */
  session?: mongo.ClientSession | undefined;
  /** At or before that moment. */
  cutAt: Date;
}

type Collections = Manifest['collections'];

/**
 * Writes a backup into `folder`, which must be empty or missing. Objects are read after the database, so that all which its
 * records name are there unless they were deleted since. The manifest comes last.
 */
export async function createBackup(
  folder: string,
  { cut, objects, secrets }: { cut: DatabaseCut; objects: ObjectStore; secrets: string[] },
): Promise<Manifest> {
  const collections: Collections = [];
  for (const name of await collectionNames(cut.db)) collections.push(await dumpCollection(folder, cut, name));
  const stored = { count: 0, bytes: 0 };
  const objectIndex = await writeChecked(folder, OBJECT_INDEX, dumpObjects(folder, objects, stored), {
    compressed: true,
  });
  const manifest = {
    format: 1 as const,
    cutAt: cut.cutAt.toISOString(),
    finishedAt: new Date().toISOString(),
    secrets,
    collections,
    objects: stored,
    objectIndex,
  };
  const draft = join(folder, `${MANIFEST}.draft`);
  await writeFile(draft, `${JSON.stringify(manifest, undefined, 2)}\n`, { mode: 0o600, flush: true });
  await rename(draft, join(folder, MANIFEST));
  return { ...manifest, cutAt: cut.cutAt };
}

/** Creates the folder of a backup. Throws `BackupError` unless it is new or empty. */
export async function prepareBackupFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new BackupError(`${folder} is not empty.`);
}

async function collectionNames(db: mongo.Db): Promise<string[]> {
  const all = await db.listCollections({ type: 'collection' }, { nameOnly: false }).toArray();
  // Capped collections carry notices between processes.
  const lasting = all.filter((collection) => collection.options?.['capped'] !== true);
  return backedUp(lasting.map(({ name }) => name));
}

async function dumpCollection(
  folder: string,
  { db, session }: DatabaseCut,
  name: string,
): Promise<Collections[number]> {
  let documents = 0;
  const cursor = db
    .collection(name)
    .find(
      {},
      { raw: true, batchSize: READ_BATCH, timeout: false, ...(session !== undefined && { session }) },
    );
  async function* rows(): AsyncGenerator<Buffer> {
    for await (const row of cursor) {
      documents += 1;
      yield row as unknown as Buffer;
    }
  }
  const file = await writeChecked(folder, collectionFile(name), rows(), { compressed: true });
  return { name, documents, ...file };
}

/** Copies all objects; yields their lines of the index. */
async function* dumpObjects(
  folder: string,
  objects: ObjectStore,
  stored: { count: number; bytes: number },
): AsyncGenerator<Buffer> {
  for (let page = await objects.list(''); page.length > 0; page = await objects.list('', page.at(-1)?.key)) {
    for (const { key } of page) {
      const [about, content] = [await objects.stat(key), await objects.stream(key)];
      // Deleted since the page was read.
      if (about === undefined || content === undefined) continue;
      const file = await writeChecked(folder, objectFile(key), content, { compressed: false });
      stored.count += 1;
      stored.bytes += file.bytes;
      const entry: ObjectEntry = { key, contentType: about.contentType, ...file };
      yield Buffer.from(`${JSON.stringify(entry)}\n`);
    }
  }
}
