import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { BillingMailStore, createBillingMailModel, type BillingMail } from './billing-mail-store.ts';

let database: TestDatabase;
let store: BillingMailStore;
beforeAll(async () => {
  database = await testDatabase();
  store = new BillingMailStore(createBillingMailModel(database.connection));
});
afterAll(() => database.stop());

const NOW = new Date('2026-11-20T09:30:00Z');
const LATER = new Date('2026-11-20T09:31:00Z');

test('a mail is queued and claimed once, sent or not, and erased with its user alone', async () => {
  const mail = (_id: string, uid: string, dueAt: Date) =>
    ({ _id, uid, notice: { kind: 'cancelled' }, at: NOW, dueAt }) as unknown as BillingMail;
  const claims = async (now: Date, until: Date) =>
    (await Promise.all([store.claim(now, until), store.claim(now, until)])).flatMap((one) => one?._id ?? []);
  await store.add(mail('a', 'ana', NOW));
  await store.add(mail('later', 'ana', LATER));
  expect(await claims(NOW, new Date('2026-11-20T10:00:00Z'))).toEqual(['a']);
  await store.close('a');
  await store.add(mail('a', 'ana', NOW));
  await store.add(mail('b', 'bob', LATER));
  await store.erase('ana');
  expect(await claims(new Date('2026-11-21T09:30:00Z'), new Date('2026-11-22T09:30:00Z'))).toEqual(['b']);
});

test('a closed mail is not due any more', async () => {
  await store.erase('bob');
  await store.add({ _id: 'c', uid: 'eve', notice: {}, at: NOW, dueAt: NOW } as unknown as BillingMail);
  await store.close('c');
  expect(await store.claim(LATER, LATER)).toBeUndefined();
});
