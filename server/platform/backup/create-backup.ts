import type { mongo } from 'mongoose';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ObjectStore } from '#server/providers/objects/port.ts';
import {
  backedUp,
  BackupError,
  collectionFile,
  isBackedUpObject,
  MANIFEST,
  OBJECT_INDEX,
  objectFile,
  objectPlace,
  OBJECTS,
  type Manifest,
  type ObjectEntry,
} from './backup-format.ts';
import { bytesIn } from './backup-space.ts';
import { assertStored, writeChecked, type BackupPlace } from './checked-files.ts';
import { createEncryption } from './encryption.ts';
import { ErasureList } from './erasures/erasure-list.ts';
import { ERASURES_FILE, writeErasures } from './erasures/erasures-file.ts';
import { writeManifest } from './manifest-file.ts';

/** In the folder of a backup while it is made: the files of the embedded database. */
export const DATABASE_COPY = '.copy';

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

/** What is backed up, and to whose keys it is encrypted; to none it is not. */
export interface BackupSource {
  cut: DatabaseCut;
  objects: ObjectStore;
  /** Fingerprints of the values of SESSION_SECRET. */
  secrets: string[];
  recipients?: readonly string[] | undefined;
}

/**
 * Writes a backup into `folder`, which must be empty or missing. Objects are read after the database, so that all which its
 * records name are there unless they were deleted since. The manifest comes last.
 */
export async function createBackup(
  folder: string,
  { cut, objects, secrets, recipients = [] }: BackupSource,
): Promise<Manifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const isEncrypted = recipients.length > 0;
  const place = { folder, cipher: isEncrypted ? await createEncryption(recipients) : undefined };
  const collections: Collections = [];
  for (const name of await collectionNames(cut.db)) collections.push(await dumpCollection(place, cut, name));
  const stored = { count: 0, bytes: 0 };
  const objectIndex = await writeChecked(place, OBJECT_INDEX, dumpObjects(place, objects, stored), {
    compressed: true,
  });
  const erasures = await writeErasures(place, new ErasureList(objects).all());
  const finishedAt = new Date().toISOString();
  const contents = { collections, objects: stored, objectIndex, erasures };
  const manifest: Manifest = { format: 1, cutAt: cut.cutAt, finishedAt, secrets, ...contents };
  await assertWritten(place, manifest);
  await writeManifest(place, manifest, recipients);
  return manifest;
}

/** Throws `BackupError` unless all that a manifest says is there: a folder can be removed while a backup is written. */
async function assertWritten(place: BackupPlace, manifest: Manifest): Promise<void> {
  for (const { name, ...file } of manifest.collections) await assertStored(place, collectionFile(name), file);
  await assertStored(place, OBJECT_INDEX, manifest.objectIndex);
  if (manifest.erasures !== undefined) await assertStored(place, ERASURES_FILE, manifest.erasures);
  const bytes = await bytesIn(join(place.folder, OBJECTS)).catch(() => 0);
  if (bytes !== manifest.objects.bytes)
    throw new BackupError('Objects were removed while the backup was written.');
}

/** Creates the folder of a backup; returns whether it is new. Throws `BackupError` unless it is new or empty. */
export async function prepareBackupFolder(folder: string): Promise<boolean> {
  const created = await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new BackupError(`${folder} is not empty.`);
  return created !== undefined;
}

/** Removes all of a folder, and leaves it empty. */
export async function emptyFolder(folder: string): Promise<void> {
  const names = await readdir(folder).catch((): string[] => []);
  for (const name of names) await rm(join(folder, name), { recursive: true, force: true });
}

/** Removes what a backup that was killed left in its folder; of a complete one only what it needed meanwhile. */
export async function removeUnfinished(folder: string): Promise<void> {
  const names = await readdir(folder).catch((): string[] => []);
  if (!names.includes(MANIFEST)) return emptyFolder(folder);
  await rm(join(folder, DATABASE_COPY), { recursive: true, force: true });
}

async function collectionNames(db: mongo.Db): Promise<string[]> {
  const all = await db.listCollections({ type: 'collection' }, { nameOnly: false }).toArray();
  // Capped collections carry notices between processes.
  const lasting = all.filter((collection) => collection.options?.['capped'] !== true);
  return backedUp(lasting.map(({ name }) => name));
}

async function dumpCollection(
  place: BackupPlace,
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
  const file = await writeChecked(place, collectionFile(name), rows(), { compressed: true });
  return { name, documents, ...file };
}

/** Copies all objects; yields their lines of the index. */
async function* dumpObjects(
  place: BackupPlace,
  objects: ObjectStore,
  stored: { count: number; bytes: number },
): AsyncGenerator<Buffer> {
  for (let page = await objects.list(''); page.length > 0; page = await objects.list('', page.at(-1)?.key)) {
    for (const { key } of page) {
      if (!isBackedUpObject(key)) continue;
      const [about, content] = [await objects.stat(key), await objects.stream(key)];
      // Deleted since the page was read.
      if (about === undefined || content === undefined) continue;
      const named = { key, ...(place.cipher !== undefined && { place: objectPlace(stored.count) }) };
      const file = await writeChecked(place, objectFile(named), content, { compressed: false });
      stored.count += 1;
      stored.bytes += file.bytes;
      const entry: ObjectEntry = { ...named, contentType: about.contentType, ...file };
      yield Buffer.from(`${JSON.stringify(entry)}\n`);
    }
  }
}
