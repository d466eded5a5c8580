import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { createEmailAddresses, type EmailAddresses } from './email-change/email-addresses.ts';
import { createUserModel, createUserStore, type UserRecord, type UserStore } from './user-store.ts';

const NOW = new Date();

let database: TestDatabase;
let users: UserStore;
let addresses: EmailAddresses;

beforeAll(async () => {
  database = await testDatabase();
  const model = createUserModel(database.connection);
  [users, addresses] = [createUserStore(model), createEmailAddresses(model)];
});
afterAll(() => database.stop());

/** Stores an account whose registration awaits verification. */
async function registered(uid: string): Promise<UserRecord> {
  const email = `${uid}@example.com`;
  const user: UserRecord = {
    _id: uid,
    email,
    emailLower: email,
    passwordHash: 'before',
    displayName: 'Ana',
    role: 'agent',
    companyName: 'Ana Roofing',
    phone: '',
    streamId: `s-${uid}`,
    createdAt: NOW,
    registrationId: 'r',
  };
  await users.insert(user);
  return user;
}

test.each<[string, (user: UserRecord) => Promise<unknown>, unknown]>([
  ['verified-with-a-password', (user) => users.verifyWithPassword(user, NOW, 'after'), true],
  ['redeemed', ({ _id }) => users.useRegistration(_id, 'r'), true],
  ['given-another-password', ({ _id }) => users.replacePassword(_id, 'before', 'after'), true],
  ['reset', (user) => users.setPassword(user, 'after'), true],
  ['given-another-address', (user) => addresses.change(user, 'new@example.com', NOW), 'changed'],
])('no browser completes the registration of an account that was %s', async (uid, end, result) => {
  const user = await registered(uid);
  expect(await end(user)).toBe(result);
  expect((await users.byId(uid))?.registrationId).toBeUndefined();
  expect(await users.useRegistration(uid, 'r')).toBe(false);
});

test('a registration of another name is not redeemed, and neither are stale passwords and addresses replaced', async () => {
  const user = await registered('pending');
  expect(await users.useRegistration('pending', 'other')).toBe(false);
  expect(await users.replacePassword('pending', 'stale', 'after')).toBe(false);
  const stale = { ...user, emailLower: 'stale@example.com' };
  expect(await users.setPassword(stale, 'after')).toBe(false);
  expect(await users.setPassword({ ...user, passwordHash: 'stale' }, 'after')).toBe(false);
  expect(await users.verifyWithPassword(stale, NOW, 'after')).toBe(false);
  expect(await users.byId('pending')).toMatchObject({ passwordHash: 'before', registrationId: 'r' });
});
