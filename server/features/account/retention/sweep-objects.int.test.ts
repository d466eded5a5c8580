import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { HOUR_MS } from '#shared/time-units.ts';
import { createExportModel, ExportStore } from '#server/features/account/export/export-store.ts';
import { createSpeechModel } from '#server/features/drops/speech/speech-model.ts';
import { SpeechStore } from '#server/features/drops/speech/speech-store.ts';
import { createLocalObjects } from '#server/emulators/objects/local-objects.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { createLogger } from '#server/platform/lib/log.ts';
import type { ObjectStore } from '#server/providers/objects/port.ts';
import { interruptAt } from '#server/testing/database/interruption.ts';
import { testDatabase } from '#server/testing/database/mongo.ts';
import { createTestClock, type TestClock } from '#server/testing/fakes/test-clock.ts';
import { createPreviewModel, PreviewStore } from '#server/features/voices/previews/preview-store.ts';
import { createRecordingKeyStore } from '#server/features/voices/recording-key-store.ts';
import { createVoiceModel, type VoiceRecord } from '#server/features/voices/voice-store.ts';
import type { StoredObjects } from '#server/platform/module/stored-objects.ts';
import { createObjectSweepModel, ObjectSweepStore } from './object-sweep-store.ts';
import type { RetentionDeps } from './retention-deps.ts';
import { OWNER_KEY } from './store-owner.ts';
import { sweepObjects } from './sweep-objects.ts';

const CONTROL = { signal: new AbortController().signal, heartbeat: () => Promise.resolve() };

let database: Awaited<ReturnType<typeof testDatabase>>;
let folder: string;
let objects: ObjectStore;
let clock: TestClock;
let deps: RetentionDeps;
let stored: StoredObjects[];
let sweeps: ObjectSweepStore;

beforeAll(async () => {
  database = await testDatabase();
  const { connection } = database;
  const recordings = createRecordingKeyStore(createVoiceModel(connection));
  const speeches = new SpeechStore(createSpeechModel(connection));
  const previews = new PreviewStore(createPreviewModel(connection));
  const exports = new ExportStore(createExportModel(connection));
  stored = [
    { prefix: 'previews/', referenced: (keys) => previews.referenced(keys) },
    { prefix: 'voices/', referenced: recordings.referenced },
    { prefix: 'speech/', referenced: (keys) => speeches.referenced(keys) },
    { prefix: 'uploads/', referenced: recordings.referenced },
    { prefix: 'exports/', referenced: (keys) => exports.referenced(keys) },
  ];
  sweeps = new ObjectSweepStore(createObjectSweepModel(connection));
});
afterAll(() => database.stop());

beforeEach(async () => {
  const { connection } = database;
  for (const name of ['object_sweeps', 'voices', 'speeches', 'previews', 'account_exports'])
    await connection.collection(name).deleteMany({});
  folder = await mkdtemp(join(tmpdir(), 'hark-sweep-'));
  clock = createTestClock(new Date());
  ({ store: objects } = await createLocalObjects({ folder, publicUrl: 'http://127.0.0.1', clock }));
  deps = {
    clock,
    log: createLogger('silent'),
    objects: { ...objects, list: async (...page) => (await objects.list(...page)).slice(0, 2) },
    stored,
    sweeps,
  };
});
afterEach(() => rm(folder, { recursive: true }));

async function put(...keys: string[]): Promise<string[]> {
  for (const key of keys) await objects.put(key, Buffer.from('x'), typeOf(key));
  return keys;
}

function typeOf(key: string): string {
  return key.endsWith('.zip') ? 'application/zip' : 'audio/mpeg';
}

/** The keys in the store, without the mark of its database. */
async function keys(): Promise<string[]> {
  return (await objects.list('')).map(({ key }) => key).filter((key) => key !== OWNER_KEY);
}

/** Marks the store, and goes on to when its objects are old enough. */
async function age(): Promise<void> {
  await sweepObjects(deps, CONTROL);
  clock.advance(25 * HOUR_MS);
}

async function addVoice(fields: Partial<VoiceRecord>): Promise<void> {
  await createVoiceModel(database.connection).collection.insertOne({
    _id: newId(),
    userId: 'u',
    title: '',
    description: '',
    avatar: 0,
    createdAt: new Date(),
    uploadUntil: new Date(),
    ...fields,
  } as never);
}

async function addPreview(_id: string): Promise<void> {
  await database.connection.collection<{ _id: string }>('previews').insertOne({ _id });
}

const digest = 'a'.repeat(32);

test('deletes objects that no record names, and nothing that one does', async () => {
  const [active, pending] = [newId(), newId()];
  const recording = `voices/u/${active}-${digest}.mp3`;
  await addVoice({
    _id: active,
    state: 'active',
    objectKey: recording,
    uploadKey: `uploads/u/${active}.mp3`,
  });
  await addVoice({ _id: pending, state: 'pending', uploadKey: `uploads/u/${pending}.mp3` });
  const [spoken, unused, unknown] = ['1', '2', '3'].map((digit) => digit.repeat(64));
  const texts = database.connection.collection<{ _id: string; campaigns: string[] }>('speeches');
  await texts.insertMany([
    { _id: spoken ?? '', campaigns: ['c:1'] },
    { _id: unused ?? '', campaigns: [] },
  ]);
  const made = newId();
  await database.connection.collection<{ _id: string }>('account_exports').insertOne({ _id: made });
  const heard = '4'.repeat(64);
  await addPreview(heard);
  const named = await put(
    `previews/u/${heard}.mp3`,
    `exports/u/${made}/hark-data.zip`,
    `speech/${String(spoken)}.mp3`,
    `uploads/u/${active}.mp3`,
    `uploads/u/${pending}.mp3`,
    recording,
    // Its upload is being checked.
    `voices/u/${pending}-${digest}.mp3`,
    // Of another form than those that Hark writes, or under another prefix.
    'voices/u/UPPER.mp3',
    'others/u/x.mp3',
  );
  const [young = ''] = await put(`uploads/u/${newId()}.mp3`);
  await put(
    `previews/u/${'5'.repeat(64)}.mp3`,
    `exports/u/${newId()}/hark-data.zip`,
    `speech/${String(unused)}.mp3`,
    `speech/${String(unknown)}.mp3`,
    `uploads/u/${newId()}.mp3`,
    `voices/u/${active}-${'b'.repeat(32)}.mp3`,
    `voices/u/${newId()}-${digest}.mp3`,
  );
  await age();
  expect((await keys()).length).toBe(17);
  await utimes(join(folder, young), clock.now(), clock.now());
  await sweepObjects(deps, CONTROL);
  expect(await keys()).toEqual([...named, young].sort());
});

test('keeps an object that gets a record while its page is swept', async () => {
  const [id, other] = ['1'.repeat(64), '2'.repeat(64)];
  await put(`previews/u/${id}.mp3`, `previews/u/${other}.mp3`);
  await age();
  const watched = stored.map(({ prefix, referenced }) => ({
    prefix,
    async referenced(asked: readonly string[]) {
      const found = await referenced(asked);
      if (prefix === 'previews/' && found.length === 0) await addPreview(id);
      return found;
    },
  }));
  await sweepObjects({ ...deps, stored: watched }, CONTROL);
  expect(await keys()).toEqual([`previews/u/${id}.mp3`]);
});

test('deletes nothing in the store of another database', async () => {
  await objects.put(OWNER_KEY, Buffer.from('{"database":"other"}'), 'application/json');
  const all = await put(`uploads/u/${newId()}.mp3`);
  await age();
  await sweepObjects(deps, CONTROL);
  expect(await keys()).toEqual(all);
});

test('deletes nothing when it first meets a store, however old its objects are', async () => {
  const all = await put(`uploads/u/${newId()}.mp3`);
  clock.advance(25 * HOUR_MS);
  await sweepObjects(deps, CONTROL);
  expect(await keys()).toEqual(all);
  clock.advance(25 * HOUR_MS);
  await sweepObjects(deps, CONTROL);
  expect(await keys()).toEqual([]);
});

test('writes nothing to an empty store', async () => {
  await age();
  await sweepObjects(deps, CONTROL);
  expect(await objects.list('')).toEqual([]);
});

test('runs once a day, in one process', async () => {
  await put(...Array.from({ length: 5 }, () => `uploads/u/${newId()}.mp3`));
  await age();
  let lists = 0;
  const list: ObjectStore['list'] = async (...page) => {
    lists += 1;
    return deps.objects.list(...page);
  };
  const counting = { ...deps, objects: { ...deps.objects, list } };
  await Promise.all([1, 2, 3].map(() => sweepObjects(counting, CONTROL)));
  // Three pages and the end of a prefix with objects, and the ends of the four others.
  expect([lists, await keys()]).toEqual([8, []]);
  const later = await put(`uploads/u/${newId()}.mp3`);
  clock.advance(23 * HOUR_MS);
  await sweepObjects(counting, CONTROL);
  expect([lists, await keys()]).toEqual([8, later]);
});

test.each(['before', 'after'] as const)(
  'is continued by another process after a death %s a deletion',
  async (when) => {
    const all = Array.from({ length: 9 }, () => `uploads/u/${newId()}.mp3`);
    await put(...all);
    await age();
    const death = interruptAt(5, when);
    void sweepObjects({ ...deps, objects: death.around(deps.objects, ['delete']) }, CONTROL);
    await death.reached;
    const left = await keys();
    expect(left.length).toBeLessThan(9);
    await sweepObjects(deps, CONTROL);
    expect(await keys()).toEqual(left);
    clock.advance(HOUR_MS);
    const first: (string | undefined)[] = [];
    const list: ObjectStore['list'] = (prefix, after) => {
      first.push(after);
      return deps.objects.list(prefix, after);
    };
    await sweepObjects({ ...deps, objects: { ...deps.objects, list } }, CONTROL);
    expect(await keys()).toEqual([]);
    expect(first[0]).toBe(all.sort()[3]);
  },
);

test('ends at its next page when another process has taken it over', async () => {
  await put(...Array.from({ length: 5 }, () => `uploads/u/${newId()}.mp3`));
  await age();
  let taken: Promise<unknown> | undefined;
  const remove = async (key: string) => {
    if (taken === undefined) {
      clock.advance(HOUR_MS);
      taken = sweeps.claim(clock.now(), new Date(clock.now().getTime() + HOUR_MS));
    }
    await taken;
    return objects.delete(key);
  };
  await sweepObjects({ ...deps, objects: { ...deps.objects, delete: remove } }, CONTROL);
  expect((await keys()).length).toBe(3);
});

test('is continued later when the worker stops', async () => {
  await put(...Array.from({ length: 5 }, () => `uploads/u/${newId()}.mp3`));
  await age();
  const stop = new AbortController();
  const remove = (key: string) => {
    stop.abort();
    return objects.delete(key);
  };
  const control = { ...CONTROL, signal: stop.signal };
  await sweepObjects({ ...deps, objects: { ...deps.objects, delete: remove } }, control);
  expect((await keys()).length).toBe(3);
  await sweepObjects(deps, CONTROL);
  expect(await keys()).toEqual([]);
});
