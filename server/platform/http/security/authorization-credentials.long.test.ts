import { afterAll, beforeAll, expect, it } from 'vitest';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { DAY_MS } from '#shared/time-units.ts';
import {
  bearer,
  isPublic,
  isRefused,
  sessionOf,
  newTwoUsers,
  type Headers,
  type TwoUsers,
} from './authorization-harness.ts';

let hark: TestHark;
let users: TwoUsers;
const keys = { revoked: '', expired: '', closed: '' };
beforeAll(async () => {
  hark = await startHark();
  users = await newTwoUsers(hark);
  const { owner, newKey } = users;
  const { id, key } = await newKey('full');
  keys.revoked = key;
  await owner.client.post('/trpc/apiKeys.revoke', { id });
  hark.clock.shift(-31 * DAY_MS);
  const past = hark.newClient();
  await past.post('/login/', { email: owner.email, password: 'correct horse' });
  const old = { name: 'Old', scope: 'full', expires_in_days: 30 };
  const { body } = await past.post('/trpc/apiKeys.create', old);
  keys.expired = (body['result'] as { data: { key: string } }).data.key;
  hark.clock.shift(0);
  keys.closed = (await newKey('full', users.other)).key;
}, 90_000);
afterAll(() => hark.stop());

it.each<[string, () => Headers]>([
  ['a bare uid', () => bearer(users.owner.uid)],
  ['a revoked key', () => bearer(keys.revoked)],
  ['an expired key', () => bearer(keys.expired)],
  ['a revoked key beside a session', () => ({ ...bearer(keys.revoked), ...sessionOf(users.owner) })],
])('401 from everything but the public calls, for %s', async (_what, headers) => {
  expect(await users.wrong(users.ways(), headers(), isRefused)).toEqual([]);
});

it('a bearer that names another user than the session is refused', async () => {
  const ways = users.ways().filter((way) => !isPublic(way));
  const headers = { ...sessionOf(users.other), ...bearer(users.owner.uid) };
  expect(await users.wrong(ways, headers, (_way, { status }) => status === 403)).toEqual([]);
});

it('401 from everything but the public calls, for the key of a closed account', async () => {
  const { client, email } = users.other;
  const proof = { email, password: 'correct horse' };
  expect((await client.post('/trpc/accountDeletion.request', proof)).status).toBe(200);
  expect(await users.wrong(users.ways(), bearer(keys.closed), isRefused)).toEqual([]);
});
