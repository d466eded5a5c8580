import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLocalObjects } from '#server/emulators/objects/local-objects.ts';
import { systemClock } from '#server/platform/lib/clock.ts';
import type { ObjectStore } from '#server/providers/objects/port.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { MANIFEST } from './backup-format.ts';
import { createBackup } from './create-backup.ts';

let folder: string;
let database: TestDatabase;
let store: ObjectStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hark-removed-'));
  database = await testDatabase();
  await database.connection.collection('users').insertOne({ email: 'ana@example.com' });
  const options = { folder: join(folder, 'store'), publicUrl: 'http://localhost', clock: systemClock };
  ({ store } = await createLocalObjects(options));
  for (const key of ['voices/a.mp3', 'voices/b.mp3'])
    await store.put(key, Buffer.from('a voice'), 'audio/mpeg');
});
afterAll(async () => {
  await database.stop();
  await rm(folder, { recursive: true });
});

test.each(['', 'database', 'database/users.bson.gz', 'objects/voices/a.mp3', 'objects.jsonl.gz'])(
  'a backup whose "%s" is removed while it is written gets no manifest',
  async (removed) => {
    const made = join(folder, 'made');
    const objects = new Proxy(store, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (name !== 'list') return typeof value === 'function' ? (value.bind(target) as unknown) : value;
        return async (prefix: string, after?: string) => {
          // The end of the objects.
          if (after !== undefined) await rm(join(made, removed), { recursive: true });
          return store.list(prefix, after);
        };
      },
    });
    const db = database.connection.db ?? expect.fail();
    const backup = createBackup(made, { cut: { db, cutAt: new Date() }, objects, secrets: ['s'] });
    await expect(backup).rejects.toThrow();
    expect(await readdir(made).catch(() => [])).not.toContain(MANIFEST);
    await rm(made, { recursive: true, force: true });
  },
);
