import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import type { Client } from '#server/platform/trpc/context.ts';
import { createClientLimits, LOCAL_LIMITS } from './client-limits.ts';
import { createSignInLimits, type SignInAttempt } from './sign-in-limits.ts';

const HOME: Client = { network: '2001:db8:0:1::', site: '2001:db8::', onThisMachine: false, userAgent: '' };
const ELSEWHERE: Client = { network: '192.0.2.1', onThisMachine: false, userAgent: '' };

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.stop());
const attempts = () => database.connection.collection('auth_attempts');
beforeEach(async () => {
  await attempts().deleteMany({});
});

/** The attempts that are counted, by what they are counted for. */
async function counts(): Promise<Record<string, number>> {
  const stored = await attempts().find({}).toArray();
  return Object.fromEntries(stored.map((one) => [String(one['key']), Number(one['points'])]));
}

test('an attempt counts for its network, its site and in total, and for nothing once it is taken back', async () => {
  const limits = createClientLimits(database.connection, { local: LOCAL_LIMITS });
  await limits.take('mail', HOME);
  await limits.take('sign-in', ELSEWHERE);
  await limits.take('registration', { ...ELSEWHERE, onThisMachine: true });
  expect(await counts()).toEqual({
    'network:mail:2001:db8:0:1::': 1,
    'site:mail:2001:db8::': 1,
    'total:mail:all': 1,
    'network:sign-in:192.0.2.1': 1,
    'total:sign-in:all': 1,
    'this-machine:registration:192.0.2.1': 1,
    'total:registration:all': 1,
  });
  await limits.reward('mail', HOME);
  expect(await counts()).toMatchObject({
    'network:mail:2001:db8:0:1::': 0,
    'site:mail:2001:db8::': 0,
    'total:mail:all': 0,
    'total:sign-in:all': 1,
  });
});

test('ten wrong passwords at an address are refused in all unknown browsers until they are forgotten', async () => {
  const clientLimits = createClientLimits(database.connection, { local: LOCAL_LIMITS });
  const limits = createSignInLimits(database.connection, { clock: createTestClock(), clientLimits });
  const wrong = () => Promise.reject(new AppError('INVALID_CREDENTIALS', 'wrong password'));
  const of = (own: Partial<SignInAttempt>): SignInAttempt => ({
    address: 'ann@x.example',
    client: HOME,
    browserId: undefined,
    ...own,
  });
  const tried = (own: Partial<SignInAttempt> = {}) => limits.run(of(own), wrong).catch(String);
  for (let n = 0; n < 10; n += 1) expect(await tried()).toContain('wrong password');
  expect(await tried()).toContain('Too many failed attempts.');
  expect(await tried({ client: ELSEWHERE })).toContain('Too many failed attempts.');
  expect(await tried({ address: 'bob@x.example' })).toContain('wrong password');
  for (let n = 0; n < 10; n += 1) expect(await tried({ browserId: 'known' })).toContain('wrong password');
  expect(await tried({ browserId: 'known' })).toContain('Too many failed attempts.');
  expect(await tried({ browserId: 'another' })).toContain('wrong password');
  await limits.clear('ann@x.example');
  expect(await tried()).toContain('wrong password');
  expect(await limits.run(of({}), () => Promise.resolve('signed in'))).toBe('signed in');
  const keys = Object.keys(await counts()).filter((key) => key.includes('ann@x.example'));
  expect(keys).toEqual([]);
});
