import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createEndpointModel,
  EndpointStore,
  type EndpointRecord,
} from '#server/features/webhooks/endpoints/endpoint-store.ts';
import type { ObjectStore } from '#server/providers/objects/port.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { createBackup } from './create-backup.ts';
import { loadBackup } from './restore-backup.ts';
import { verifyBackup } from './verify-backup.ts';

let folder: string;
let databases: TestDatabase[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-'));
  databases = [await testDatabase(), await testDatabase()];
});
afterAll(async () => {
  for (const database of databases) await database.stop();
  await rm(folder, { recursive: true });
});

const NO_OBJECTS = { list: () => Promise.resolve([]) } as unknown as ObjectStore;

const endpoint = (_id: string): Omit<EndpointRecord, 'slot'> => ({
  _id,
  uid: `u-${_id}`,
  url: 'https://example.com',
  description: '',
  events: ['call.failed'],
  secrets: [{ sealed: 's', since: new Date() }],
  createdAt: new Date(),
  enabledAt: new Date(),
});

test('events of endpoints have larger numbers after a restore than all that were sent before it', async () => {
  const [before, after] = databases.map(({ connection }) => ({
    connection,
    store: new EndpointStore(createEndpointModel(connection)),
    db: connection.db ?? expect.fail(),
  }));
  if (before === undefined || after === undefined) return expect.fail();
  for (const id of ['used', 'new']) await before.store.insert(endpoint(id));
  await before.store.nextSequence('used', 12);
  await createBackup(folder, {
    cut: { db: before.db, cutAt: new Date() },
    objects: NO_OBJECTS,
    secrets: ['s'],
  });
  const sent = [];
  for (const id of ['used', 'new']) sent.push((await before.store.nextSequence(id, 50_000)) ?? 0);
  const target = { db: after.db, objects: NO_OBJECTS, secrets: ['s'], now: new Date(), erased: new Map() };
  await loadBackup(await verifyBackup(folder), target);
  for (const [at, id] of ['used', 'new'].entries()) {
    const next = (await after.store.nextSequence(id, 3)) ?? 0;
    expect(next).toBeGreaterThan((sent[at] ?? 0) + 50_000);
    expect(await after.store.nextSequence(id, 1)).toBe(next + 3);
  }
});
