import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiKeyStore, createApiKeyModel } from '#server/features/auth/api-keys/api-key-store.ts';
import { createEndpointModel, EndpointStore } from '#server/features/webhooks/endpoints/endpoint-store.ts';
import { isTakenSince } from '#server/features/webhooks/endpoints/taken-since.ts';
import type { ObjectStore } from '#server/providers/objects/port.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { createBackup } from './create-backup.ts';
import { loadBackup } from './restore-backup.ts';
import { verifyBackup } from './verify-backup.ts';

const SECRET = `hark_${'a'.repeat(43)}`;
const CREATED = new Date('2026-11-01T08:00:00Z');
const RESTORED = new Date('2026-11-29T08:00:00Z');
const ON_AGAIN = new Date('2026-11-29T12:00:00Z');
const NO_OBJECTS = { list: () => Promise.resolve([]) } as unknown as ObjectStore;

const storesOf = ({ connection }: TestDatabase) => ({
  db: connection.db ?? expect.fail(),
  keys: new ApiKeyStore(createApiKeyModel(connection)),
  endpoints: new EndpointStore(createEndpointModel(connection)),
});

let folder: string;
let source: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hark-access-'));
  source = await testDatabase();
  const { db, keys, endpoints } = storesOf(source);
  await keys.insert(
    {
      _id: 'k1',
      uid: 'ana',
      streamId: 's',
      name: 'CRM',
      prefix: 'hark_aa',
      scope: 'full',
      createdAt: CREATED,
    },
    SECRET,
  );
  await endpoints.insert({
    _id: 'e1',
    uid: 'ana',
    url: 'https://example.com',
    description: '',
    events: ['call.failed'],
    secrets: [{ sealed: 's', since: CREATED }],
    createdAt: CREATED,
    enabledAt: CREATED,
  });
  await createBackup(folder, { cut: { db, cutAt: RESTORED }, objects: NO_OBJECTS, secrets: ['s'] });
  // What the backup does not know.
  await keys.revokeAll('ana');
  await endpoints.remove('ana', 'e1');
});
afterAll(async () => {
  await source.stop();
  await rm(folder, { recursive: true });
});

async function restored(withoutKeys: boolean) {
  const database = await testDatabase();
  const stores = storesOf(database);
  const target = { db: stores.db, objects: NO_OBJECTS, secrets: ['s'], now: RESTORED, erased: new Map() };
  await loadBackup(await verifyBackup(folder), { ...target, withoutKeys });
  return { ...stores, stop: database.stop };
}

test('an endpoint that was removed since gets nothing until it is switched on, and then what waits', async () => {
  const { endpoints, stop } = await restored(false);
  expect(await endpoints.enabledOf('ana')).toEqual([]);
  const on = (await endpoints.enable('ana', 'e1', ON_AGAIN)) ?? expect.fail();
  expect(await endpoints.enabledOf('ana')).toHaveLength(1);
  const isTaken = (at: string) => isTakenSince(on, { type: 'call.failed', at: new Date(at) }, ON_AGAIN);
  expect(isTaken('2026-11-29T07:00:00Z')).toBe(true);
  expect(isTaken('2026-11-29T09:00:00Z')).toBe(false);
  await stop();
});

test.each([
  ['works again', false],
  ['does not, where keys are left out', true],
])('an API key that was revoked since %s', async (_, withoutKeys) => {
  const { keys, endpoints, stop } = await restored(withoutKeys);
  const found = await keys.bySecret(SECRET, RESTORED);
  expect(found?._id).toBe(withoutKeys ? undefined : 'k1');
  expect(await endpoints.ofUser('ana')).toHaveLength(1);
  await stop();
});
