import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/time-units.ts';
import type { CallingMode } from '#shared/schemas/calling/calling.ts';
import { createTestClock, type TestClock } from '#server/testing/fakes/test-clock.ts';
import { interruptAt } from '#server/testing/database/interruption.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import type { CallLog } from '#server/features/calling/api.ts';
import { createCallLog } from './call-log.ts';
import { CallLogStore, createCallLogModel } from './call-log-store.ts';

const [PLAIN, CAPPED] = ['America/Chicago', 'America/New_York|FL'];
const [PHONE, OTHER] = ['12025551000', '12025551001'];

let database: TestDatabase;
let model: ReturnType<typeof createCallLogModel>;
let store: CallLogStore;
let clock: TestClock;
let log: CallLog;
let user: string;
let mode: CallingMode;
let limit: { calls: number; days: number };

beforeAll(async () => {
  database = await testDatabase();
  model = createCallLogModel(database.connection);
  await model.createIndexes();
  store = new CallLogStore(model);
});

beforeEach(() => {
  clock = createTestClock();
  user = newId();
  limit = { calls: 3, days: 7 };
  mode = 'enforce';
  log = newLog();
});

afterAll(() => database.stop());

const newLog = () =>
  createCallLog({
    store,
    calendar: { mode, dailyLimit: (window) => (window === CAPPED ? 1 : undefined) },
    limitOf: () => Promise.resolve(limit),
    clock,
  });

const call = (attemptId: string, phone = PHONE, window = PLAIN) => ({ attemptId, phone, window });
const refused = async (...attempts: string[]) => [
  ...(await log.reserve(
    user,
    attempts.map((attempt) => call(attempt)),
  )),
];

const tooOften = async (calls: ReturnType<typeof call>[]) => (await log.tooOften(user, clock.now()))(calls);

describe('the log of calls', () => {
  it('admits as many calls to a number as the user allows in so many days', async () => {
    for (const attempt of ['a', 'b', 'c']) {
      expect(await refused(attempt)).toEqual([]);
      clock.advance(DAY_MS);
    }
    expect(await refused('d')).toEqual(['d']);
    expect([...(await log.reserve(user, [call('e', OTHER), call('f')]))]).toEqual(['f']);
    expect([...(await tooOften([call('', PHONE), call('', OTHER)]))]).toEqual([PHONE]);
    clock.advance(4 * DAY_MS);
    expect(await refused('g')).toEqual([]);
    expect(await refused('h')).toEqual(['h']);
  });

  it('counts a call until its days have passed to the millisecond, for a list as for a call', async () => {
    limit = { calls: 1, days: 7 };
    await refused('a');
    const isTooOften = async () => (await tooOften([call('')])).size;
    clock.advance(7 * DAY_MS - 1);
    expect([await isTooOften(), await refused('b')]).toEqual([1, ['b']]);
    clock.advance(1);
    expect([await isTooOften(), await refused('b')]).toEqual([0, []]);
  });

  it('counts the numbers of each user alone', async () => {
    limit = { calls: 1, days: 7 };
    expect(await refused('a')).toEqual([]);
    user = newId();
    expect(await refused('b')).toEqual([]);
  });

  it('admits an attempt again that it has admitted', async () => {
    limit = { calls: 1, days: 7 };
    expect(await refused('a')).toEqual([]);
    expect(await refused('a')).toEqual([]);
    expect(await refused('b')).toEqual(['b']);
  });

  it('counts no call that was withdrawn', async () => {
    limit = { calls: 1, days: 7 };
    await refused('a');
    for (const _twice of [1, 2]) await log.remove(user, [{ attemptId: 'a', phone: PHONE }], clock.now());
    expect(await refused('b')).toEqual([]);
    await log.remove(user, [{ attemptId: 'a', phone: PHONE }], clock.now());
    expect(await refused('c')).toEqual(['c']);
  });

  it('keeps the daily limit of a state, and the limit of the user as well', async () => {
    const reserve = (attempt: string) => log.reserve(user, [call(attempt, PHONE, CAPPED)]);
    expect((await reserve('a')).size).toBe(0);
    clock.advance(23 * HOUR_MS);
    expect([...(await tooOften([call('', PHONE, CAPPED)]))]).toEqual([PHONE]);
    expect([...(await tooOften([call('', PHONE, PLAIN)]))]).toEqual([]);
    expect((await reserve('b')).size).toBe(1);
    clock.advance(HOUR_MS + 1);
    expect((await reserve('c')).size).toBe(0);
    clock.advance(DAY_MS + 1);
    expect((await reserve('d')).size).toBe(0);
    clock.advance(DAY_MS + 1);
    expect((await reserve('e')).size).toBe(1);
  });

  it('keeps the limits of each number among many that are called again at once, also a number that comes twice', async () => {
    const phones = Array.from({ length: 250 }, (_, n) => String(12_025_550_000 + n));
    const windowOf = (n: number) => (n % 2 === 0 ? CAPPED : PLAIN);
    const reserve = (round: string) =>
      log.reserve(
        user,
        phones.map((phone, n) => call(`${round}-${phone}`, phone, windowOf(n))),
      );
    expect((await reserve('a')).size).toBe(0);
    const capped = phones.filter((_, n) => windowOf(n) === CAPPED).map((phone) => `b-${phone}`);
    expect([...(await reserve('b'))].sort()).toEqual(capped.sort());
    const [, plain = ''] = phones;
    const twice = [call('c', plain), call('d', plain)];
    expect([...(await log.reserve(user, twice))]).toEqual(['d']);
    expect([...(await log.reserve(user, twice))]).toEqual(['d']);
  });

  it('keeps only the limit of the user where the wait for calling hours is skipped', async () => {
    mode = 'skip-waits';
    log = newLog();
    const reserve = (attempt: string) => log.reserve(user, [call(attempt, PHONE, CAPPED)]);
    const refusals = [await reserve('a'), await reserve('b'), await reserve('c'), await reserve('d')];
    expect(refusals.map(({ size }) => size)).toEqual([0, 0, 0, 1]);
  });

  it('is exact under concurrent workers: as many calls are admitted as the limit allows, no more and no fewer', async () => {
    const phones = Array.from({ length: 40 }, (_, n) => String(12_025_550_000 + n));
    const workers = Array.from({ length: 8 }, (_, worker) =>
      newLog().reserve(
        user,
        phones.map((phone) => call(`${String(worker)}-${phone}`, phone)),
      ),
    );
    const refusals = (await Promise.all(workers)).flatMap((attempts) => [...attempts]);
    const ofEach = phones.map((phone) => refusals.filter((attempt) => attempt.endsWith(phone)).length);
    expect(ofEach).toEqual(phones.map(() => 5));
  });

  it('records a call to a number whose calls expire while it is recorded', async () => {
    await refused('a');
    const at = interruptAt(1, 'before');
    const collection = at.around(model.collection, ['updateMany']);
    store = new CallLogStore(
      new Proxy(model, {
        get: (real, name): unknown => (name === 'collection' ? collection : Reflect.get(real, name)),
      }),
    );
    log = newLog();
    const reserved = refused('b');
    await at.reached;
    await model.deleteMany({});
    at.resume();
    expect(await reserved).toEqual([]);
    expect(await model.find().lean()).toMatchObject([{ calls: [{ id: 'b' }] }]);
    store = new CallLogStore(model);
  });

  it('forgets calls with their account, and calls of more than 40 days ago', async () => {
    limit = { calls: 1, days: 7 };
    await refused('a');
    const other = user;
    user = newId();
    await refused('a');
    await store.erase(user);
    expect(await refused('b')).toEqual([]);
    const indexes = await database.connection.collection('call_log').indexes();
    expect(indexes).toContainEqual(
      expect.objectContaining({ key: { lastAt: 1 }, expireAfterSeconds: (40 * DAY_MS) / 1_000 }),
    );
    const known = () =>
      database.connection.collection('call_log').findOne({ _id: `${other}:${PHONE}` as never });
    clock.advance(41 * DAY_MS);
    user = other;
    await refused('c');
    expect(await known()).toMatchObject({ calls: [{ id: 'c', at: clock.now() }], lastAt: clock.now() });
  });
});
