import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { CallingProfileStore, createCallingProfileModel } from './profile-store.ts';

let database: TestDatabase;
let store: CallingProfileStore;
beforeAll(async () => {
  database = await testDatabase();
  const model = createCallingProfileModel(database.connection);
  await model.createIndexes();
  store = new CallingProfileStore(model);
});
afterAll(() => database.stop());

test('a change keeps what it does not name, and removes what it empties', async () => {
  await store.change('u', { callbackNumber: '12025551000', signature: 'Bye.' });
  await store.change('u', { signature: undefined, callLimit: { calls: 3, days: 7 } });
  expect(await store.of('u')).toEqual({
    _id: 'u',
    callbackNumber: '12025551000',
    callLimit: { calls: 3, days: 7 },
  });
  await store.setTestPhone('u', '12025551001');
  expect(await store.of('u')).toMatchObject({ callbackNumber: '12025551000', testPhone: '12025551001' });
  expect(await store.of('nobody')).toBeUndefined();
});

test('a stop page is named once, by a name that nobody else has, and is found by it', async () => {
  expect(await store.nameStopPage('a', 'shop')).toBe(true);
  await store.nameStopPage('a', 'other');
  expect((await store.of('a'))?.stopSlug).toBe('shop');
  expect(await store.nameStopPage('b', 'shop')).toBe(false);
  expect([await store.ownerOf('shop'), await store.ownerOf('other')]).toEqual(['a', undefined]);
  await store.erase('a');
  expect([await store.of('a'), await store.ownerOf('shop')]).toEqual([undefined, undefined]);
  expect(await store.of('b')).toEqual({ _id: 'b' });
});
