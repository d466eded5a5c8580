import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { createUserModel, type UserModel } from '#server/features/auth/user-store.ts';
import { ClosingAccountStore } from './closing-account-store.ts';

let database: TestDatabase;
let model: UserModel;
let store: ClosingAccountStore;
beforeAll(async () => {
  database = await testDatabase();
  model = createUserModel(database.connection);
  store = new ClosingAccountStore(model);
});
afterAll(() => database.stop());
beforeEach(() => model.deleteMany({}));

const NOW = new Date('2026-11-20T09:30:00Z');
const LATER = new Date('2026-11-20T09:31:00Z');
const stored = (_id: string, fields: object = {}) =>
  model.collection.insertOne({ _id, passwordHash: 'hash', streamId: `s-${_id}`, ...fields } as never);

test('an account is marked once, and only while it has the password that was proved', async () => {
  await stored('ana');
  expect(await store.mark('ana', 'older hash', NOW)).toBeUndefined();
  expect(await store.mark('bob', 'hash', NOW)).toBeUndefined();
  expect(await store.mark('ana', 'hash', NOW)).toMatchObject({ _id: 'ana', closingAt: NOW });
  expect(await store.mark('ana', 'hash', LATER)).toBeUndefined();
});

test('only closing accounts are listed, the longest first, and erased', async () => {
  await stored('open');
  await stored('later', { closingAt: LATER });
  await stored('first', { closingAt: NOW });
  expect((await store.list(10)).map(({ _id }) => _id)).toEqual(['first', 'later']);
  expect(await store.list(1)).toHaveLength(1);
  for (const uid of ['open', 'first']) await store.erase(uid);
  expect(await store.streamIdOf('open')).toBe('s-open');
  expect(await store.streamIdOf('later')).toBe('s-later');
  expect(await store.streamIdOf('first')).toBeUndefined();
});
