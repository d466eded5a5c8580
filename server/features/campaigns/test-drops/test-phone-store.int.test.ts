import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { createTestPhoneModel, TestPhoneStore } from './test-phone-store.ts';

const EXPIRY = new Date('2027-01-12T15:00:00Z');
const BEFORE = new Date(EXPIRY.getTime() - 1);

let database: TestDatabase;
let phones: TestPhoneStore;

beforeAll(async () => {
  database = await testDatabase();
  phones = new TestPhoneStore(createTestPhoneModel(database.connection));
});
afterAll(() => database.stop());

test('a code can be entered until it expires, and as often as is allowed', async () => {
  await phones.put({ _id: 'u1', phone: '12125550143', codeHash: 'hash', expiresAt: EXPIRY, tries: 0 });
  expect(await phones.countTry('u1', EXPIRY, 2)).toBeUndefined();
  expect(await phones.of('u1', EXPIRY)).toBeUndefined();
  for (const _try of [1, 2])
    expect(await phones.countTry('u1', BEFORE, 2)).toMatchObject({ codeHash: 'hash' });
  expect(await phones.countTry('u1', BEFORE, 2)).toBeUndefined();
  expect(await phones.of('u1', BEFORE)).toMatchObject({ tries: 2 });
});
