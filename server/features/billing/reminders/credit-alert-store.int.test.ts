import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Model } from 'mongoose';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { createCreditAlertModel, CreditAlertStore, type CreditAlert } from './credit-alert-store.ts';

let database: TestDatabase;
let model: Model<CreditAlert>;
let store: CreditAlertStore;
beforeAll(async () => {
  database = await testDatabase();
  model = createCreditAlertModel(database.connection);
  store = new CreditAlertStore(model);
});
afterAll(() => database.stop());
beforeEach(() => model.deleteMany({}));

const NOW = new Date('2026-11-20T09:30:00Z');
const ON = { streamId: 's', threshold: 10, armed: true, version: 1 };
const MAILED = { n: 2, armed: false, version: 2, mailedAt: NOW };

async function read(uid: string): Promise<CreditAlert> {
  const alert = await store.byUid(uid);
  if (alert === undefined) throw new Error('no reminder');
  return alert;
}

test('the result of a check is not stored for a reminder that was changed since it was read', async () => {
  await store.set('ana', ON);
  const seen = await read('ana');
  await store.set('ana', { ...ON, threshold: 20 });
  await store.checked(seen, MAILED);
  expect(await read('ana')).toMatchObject({ threshold: 20, armed: true, n: 2, version: 1 });
  const [again, other] = [await read('ana'), await read('ana')];
  await store.checked(again, { ...MAILED, n: 3 });
  await store.checked(other, { ...MAILED, n: 2, armed: true });
  expect(await read('ana')).toMatchObject({ n: 3, armed: false, mailedAt: NOW });
});

test('every change counts, and forgets the last mail; a reminder that is off keeps its count', async () => {
  await store.set('ana', ON);
  await store.checked(await read('ana'), { ...MAILED, n: 2 });
  await store.set('ana', { ...ON, threshold: 20 });
  expect(await read('ana')).toMatchObject({ n: 3, threshold: 20 });
  expect(await read('ana')).not.toHaveProperty('mailedAt');
  await store.checked(await read('ana'), { ...MAILED, n: 4 });
  await store.set('ana', { ...ON, threshold: undefined });
  expect(await read('ana')).toMatchObject({ n: 5 });
  for (const field of ['threshold', 'mailedAt']) expect(await read('ana')).not.toHaveProperty(field);
});

test('reminders that are on are watched in the order of their streams; an erased one is gone', async () => {
  for (const uid of ['c', 'a', 'b']) await store.set(uid, { ...ON, streamId: `s-${uid}` });
  await store.set('off', { ...ON, streamId: 's-aa', threshold: undefined });
  const watched = async (after: string, limit: number) =>
    (await store.watched(after, limit)).map(({ _id }) => _id);
  expect([await watched('', 9), await watched('s-a', 1)]).toEqual([['a', 'b', 'c'], ['b']]);
  await store.erase('b');
  expect(await watched('', 9)).toEqual(['a', 'c']);
});
