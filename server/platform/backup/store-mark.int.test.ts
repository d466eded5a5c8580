import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serialize } from 'bson';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLocalObjects } from '#server/emulators/objects/local-objects.ts';
import { OWNER_KEY } from '#server/features/account/retention/store-owner.ts';
import { systemClock } from '#server/platform/lib/clock.ts';
import type { ObjectStore } from '#server/providers/objects/port.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { collectionFile, OBJECT_INDEX, objectFile, type Manifest } from './backup-format.ts';
import { writeChecked, type BackupPlace } from './checked-files.ts';
import { createBackup } from './create-backup.ts';
import { objectsOf } from './manifest-file.ts';
import { loadBackup } from './restore-backup.ts';
import { verifyBackup } from './verify-backup.ts';

const VOICE = 'voices/u/voice.mp3';
const SWEEP = { _id: 'objects', database: 'live', dueAt: new Date() };
const MARK = JSON.stringify({ database: SWEEP.database });

interface System {
  db: NonNullable<TestDatabase['connection']['db']>;
  objects: ObjectStore;
}

let folder: string;
let databases: TestDatabase[];
let live: System;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hark-mark-'));
  databases = [];
  live = await system();
  await live.db.collection<{ _id: string }>('object_sweeps').insertOne(SWEEP);
  await live.db.collection<{ _id: string }>('users').insertOne({ _id: 'u' });
  await live.objects.put(VOICE, Buffer.from('a voice'), 'audio/mpeg');
  await live.objects.put(OWNER_KEY, Buffer.from(MARK), 'application/json');
});
afterAll(async () => {
  for (const database of databases) await database.stop();
  await rm(folder, { recursive: true });
});

async function system(): Promise<System> {
  const database = await testDatabase();
  databases.push(database);
  const options = { folder: await mkdtemp(join(folder, 'o-')), publicUrl: 'http://x', clock: systemClock };
  const { store } = await createLocalObjects(options);
  return { db: database.connection.db ?? expect.fail(), objects: store };
}

const backup = async () => {
  const place: BackupPlace = { folder: join(folder, 'backup') };
  const cut = { db: live.db, cutAt: new Date() };
  return {
    place,
    manifest: await createBackup(place.folder, { cut, objects: live.objects, secrets: ['s'] }),
  };
};

/** Returns a backup as versions made it that did not know that a restored database would own the live store. */
async function older({ place, manifest }: { place: BackupPlace; manifest: Manifest }) {
  const gzip = { compressed: true };
  const sweeps = await writeChecked(place, collectionFile('object_sweeps'), pieces(serialize(SWEEP)), gzip);
  const collections = [...manifest.collections, { name: 'object_sweeps', documents: 1, ...sweeps }];
  const mark = await writeChecked(place, objectFile({ key: OWNER_KEY }), pieces(MARK), { compressed: false });
  const entries: object[] = [{ key: OWNER_KEY, contentType: 'application/json', ...mark }];
  for await (const entry of objectsOf(place)) entries.push(entry);
  await rm(join(place.folder, OBJECT_INDEX));
  const lines = pieces(...entries.map((entry) => `${JSON.stringify(entry)}\n`));
  const objectIndex = await writeChecked(place, OBJECT_INDEX, lines, gzip);
  return { place, manifest: { ...manifest, collections, objectIndex } };
}

async function* pieces(...all: (string | Uint8Array)[]): AsyncGenerator<Buffer> {
  for (const piece of all) yield await Promise.resolve(Buffer.from(piece as string));
}

test('a restored database does not own the store of the live one, so that it deletes nothing there', async () => {
  const made = await backup();
  expect(made.manifest.collections.map(({ name }) => name)).toEqual(['users']);
  expect(made.manifest.objects.count).toBe(1);
  await verifyBackup(made.place.folder);
  for (const stored of [made, await older(made)]) {
    const copy = await system();
    await loadBackup(stored, { ...copy, secrets: ['s'], now: new Date(), erased: new Map() });
    expect(await copy.db.collection('users').countDocuments()).toBe(1);
    expect(await copy.db.collection('object_sweeps').countDocuments()).toBe(0);
    expect((await copy.objects.list('')).map(({ key }) => key)).toEqual([VOICE]);
  }
});
