import { afterAll, beforeAll, expect, it } from 'vitest';
import { AUTHORIZATION_RULES } from '#server/testing/http/authorization-rules.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import type { ApiKeyScope } from '#shared/schemas/account/api-keys.ts';
import type { ProcedureMeta } from '#server/platform/trpc/trpc.ts';
import {
  bearer,
  isAllowed,
  isPublic,
  isRefused,
  procedures,
  sessionOf,
  newTwoUsers,
  type TwoUsers,
} from './authorization-harness.ts';

const MINUTE_MS = 60_000;

let hark: TestHark;
let users: TwoUsers;
let keys: Record<ApiKeyScope, string>;
beforeAll(async () => {
  hark = await startHark();
  users = await newTwoUsers(hark);
  const [full, prepare, read] = await Promise.all(
    (['full', 'prepare', 'read'] as const).map(async (scope) => (await users.newKey(scope)).key),
  );
  keys = { full: full ?? '', prepare: prepare ?? '', read: read ?? '' };
}, 90_000);
afterAll(() => hark.stop());

it('every procedure has a rule, every rule a procedure, and both agree about who must sign in', () => {
  const declared = Object.entries(AUTHORIZATION_RULES).map(([name, { who }]) => [name, who !== 'anyone']);
  const found = procedures(hark).map(([name, { _def }]) => [
    name,
    (_def.meta as ProcedureMeta | undefined)?.signedIn === true,
  ]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(declared));
});

it('nobody gets anything but 401 from all but the public calls', async () => {
  expect(await users.wrong(users.ways(), {}, isRefused)).toEqual([]);
});

it(
  'another user gets 404 or 403 for what belongs to the owner, and never sees any of it',
  { timeout: 90_000 },
  async () => {
    // Calls that concern the caller alone may work.
    const ways = users.ways().filter(({ rule }) => rule.who === 'owner');
    const secrets = [users.owner.email, users.owner.customerId, 'pm_', '12122000100'];
    const faults = await users.wrong(ways, sessionOf(users.other), (_way, { status, text }) => {
      return [403, 404].includes(status) && secrets.every((secret) => !text.includes(secret));
    });
    expect(faults).toEqual([]);
  },
);

it(
  'an API key reaches no tRPC procedure, and only one with full access changes anything',
  { timeout: 90_000 },
  async () => {
    const ways = users.ways();
    const byTrpc = ways.filter(({ isRest }) => !isRest);
    const changes = ways.filter(({ isRest, type }) => isRest && type === 'mutation');
    const isForbidden = (_way: unknown, { status }: { status: number }) => status === 403;
    for (const key of Object.values(keys))
      expect(await users.wrong(byTrpc, bearer(key), isForbidden)).toEqual([]);
    for (const key of [keys.read, keys.prepare])
      expect(await users.wrong(changes, bearer(key), isForbidden)).toEqual([]);
  },
);

it('an API key reaches every documented path of its user', { timeout: 90_000 }, async () => {
  const ways = users.ways().filter(({ isRest, rule }) => isRest && rule.who !== 'anyone' && !rule.removes);
  const queries = ways.filter(({ type }) => type === 'query');
  expect(ways.length).toBeGreaterThan(30);
  expect(await users.wrong(queries, bearer(keys.read), (_way, response) => isAllowed(response))).toEqual([]);
  expect(await users.wrong(ways, bearer(keys.full), (_way, response) => isAllowed(response))).toEqual([]);
});

it(
  'a session of eleven minutes must confirm who it is before what is sensitive, and before nothing else',
  { timeout: 90_000 },
  async () => {
    hark.clock.shift(11 * MINUTE_MS);
    const ways = users.ways().filter((way) => !isPublic(way) && (way.rule.recent || !way.rule.removes));
    const faults = await users.wrong(ways, sessionOf(users.owner), ({ rule, type }, { status, text }) => {
      const asked = status === 403 && text.includes('REAUTHENTICATION_REQUIRED');
      if (rule.recent) return asked;
      return type === 'query' ? isAllowed({ status }) : !asked;
    });
    hark.clock.shift(0);
    expect(faults).toEqual([]);
  },
);

it('the owner can make every call', { timeout: 90_000 }, async () => {
  const ways = users.ways().filter((way) => !isPublic(way));
  const byTrpc = ways.filter(({ isRest }) => !isRest);
  const lasting = ways.filter(({ rule }) => !rule.removes);
  const removing = byTrpc.filter(({ rule }) => rule.removes && rule.who === 'owner');
  const signOut = byTrpc.filter(({ rule }) => rule.removes && rule.who === 'user');
  for (const one of [lasting, removing, signOut])
    expect(await users.wrong(one, sessionOf(users.owner), (_way, response) => isAllowed(response))).toEqual(
      [],
    );
});

it('a closed account reaches nothing with its session', { timeout: 90_000 }, async () => {
  const { other } = users;
  const session = sessionOf(other);
  const proof = { email: other.email, password: 'correct horse' };
  expect((await other.client.post('/trpc/accountDeletion.request', proof)).status).toBe(200);
  expect(await users.wrong(users.ways(), session, isRefused)).toEqual([]);
});
