import { afterAll, beforeAll, expect, test } from 'vitest';
import { createIndexes } from '#server/app/database/indexes.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { createOptOutWebhookModel, OptOutWebhookStore } from './webhook-store.ts';

const AT = new Date('2026-11-20T09:30:00Z');

let database: TestDatabase;
let store: OptOutWebhookStore;

beforeAll(async () => {
  database = await testDatabase();
  const model = createOptOutWebhookModel(database.connection);
  await createIndexes({ models: [model] });
  store = new OptOutWebhookStore(model);
});
afterAll(() => database.stop());

test('a new secret keeps the address of the user, which no other user has', async () => {
  const token = (await store.renew('ana', undefined, 'k1.first', AT)) ?? '';
  expect(await store.renew('ana', 'k1.first', 'k1.second', new Date(AT.getTime() + 1))).toBe(token);
  expect(await store.byToken(token)).toMatchObject({ _id: 'ana', secret: 'k1.second' });
  expect(await store.renew('bob', undefined, 'k1.other', AT)).not.toBe(token);
});

test('of secrets that replace the same one at once, or are the first at once, one is stored', async () => {
  for (const before of [undefined, 'k1.0']) {
    const secrets = Array.from({ length: 5 }, (_, index) => `${before ?? 'k1'}.${String(index)}`);
    const tokens = await Promise.all(secrets.map((secret) => store.renew('kim', before, secret, AT)));
    const stored = secrets.filter((_, index) => tokens[index] !== undefined);
    expect(stored).toEqual([(await store.of('kim'))?.secret]);
    await store.reseal('kim', stored[0] ?? '', 'k1.0');
  }
});

test('a secret is sealed again unless it was replaced meanwhile, and only those of a key are found', async () => {
  await store.renew('eve', undefined, 'k2.before', AT);
  expect((await store.sealedWith('k2.', 10)).map(({ _id }) => _id)).toEqual(['eve']);
  await store.reseal('eve', 'k2.stale', 'k3.after');
  expect((await store.of('eve'))?.secret).toBe('k2.before');
  await store.reseal('eve', 'k2.before', 'k3.after');
  expect((await store.of('eve'))?.secret).toBe('k3.after');
  expect(await store.sealedWith('k2.', 10)).toEqual([]);
});

test('an erased webhook has no address any more', async () => {
  const token = (await store.renew('zoe', undefined, 'k1.first', AT)) ?? '';
  expect([await store.erase('zoe'), await store.erase('zoe')]).toEqual([true, false]);
  expect(await store.byToken(token)).toBeUndefined();
});
