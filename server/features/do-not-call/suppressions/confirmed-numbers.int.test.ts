import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_SUPPRESSIONS } from '#shared/limits.ts';
import { createIndexes } from '#server/app/database/indexes.ts';
import type { Features } from '#server/app/features.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { testDatabase } from '#server/testing/database/mongo.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { contextOf } from '#server/testing/system/test-context.ts';
import { composeTestFeatures } from '#server/testing/system/test-features.ts';
import { createCallerFactory } from '#server/platform/trpc/trpc.ts';
import { addNumbers } from './add-numbers.ts';
import { RoomStore, type Room } from './room-store.ts';
import { SuppressionStore } from './suppression-store.ts';

const LIMIT = MAX_SUPPRESSIONS.withoutPlan;
const clock = createTestClock();
let database: Awaited<ReturnType<typeof testDatabase>>;
/** Two processes over one database. */
let processes: Features['suppressions'][];

beforeAll(async () => {
  database = await testDatabase();
  const overrides = {
    subscriptions: () => ({
      isSubscribed: () => Promise.resolve(false),
      isPastDue: () => Promise.resolve(false),
      periodStartOf: () => Promise.resolve(undefined),
    }),
  };
  processes = [1, 2].map(() => composeTestFeatures(database.connection, { clock, overrides }).suppressions);
  await createIndexes(processes[0] ?? expect.fail());
});
afterAll(() => database.stop());

const listOf = (uid: string, at = 0) =>
  createCallerFactory((processes[at % processes.length] ?? expect.fail()).router)(
    contextOf({ uid, streamId: newId() }),
  );
const isRoom = (found: Awaited<ReturnType<RoomStore['reserve']>>): found is Room =>
  typeof found === 'object' && 'renew' in found;
const numbered = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => String(12_022_000_000 + first + index));

async function storedOf(uid: string): Promise<Set<string>> {
  const rows = await database.connection.collection('suppressions').find({ userId: uid }).toArray();
  return new Set(rows.map(({ phone }) => String(phone)));
}

/** Additions of a user: numbers from `first` on, one by itself or several as an import. */
const additions = fc.array(
  fc.oneof(
    fc.record({ first: fc.nat(1_200), count: fc.constant(1) }),
    fc.record({ first: fc.nat(1_200), count: fc.integer({ min: 2, max: 700 }) }),
  ),
  { minLength: 2, maxLength: 12 },
);

describe('a number whose addition was confirmed', () => {
  test('stays listed, whatever is added at the same time, and the list within its limit', async () => {
    await fc.assert(
      fc.asyncProperty(additions, async (wanted) => {
        const uid = newId();
        const results = await Promise.allSettled(
          wanted.map(async ({ first, count }, at) => {
            const phones = numbered(first, count);
            if (count === 1) await listOf(uid, at).add({ phone: phones[0] ?? '' });
            else await listOf(uid, at).importBatch({ phones });
            return phones;
          }),
        );
        const stored = await storedOf(uid);
        const confirmed = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
        expect(new Set(confirmed)).toEqual(stored);
        expect(stored.size).toBeLessThanOrEqual(LIMIT);
        for (const result of results)
          if (result.status === 'rejected')
            expect(result.reason).toMatchObject({ cause: { code: 'LIMIT_REACHED' } });
      }),
      { numRuns: 25 },
    );
  }, 60_000);

  test('is never refused while there is room for what is added at the same time', async () => {
    const phones = numbered(0, LIMIT);
    const parts = Array.from({ length: 10 }, (_, at) => phones.slice(at * 100, at * 100 + 100));
    // Each is sent twice: its second copy needs no room, and must not take that of another.
    const results = await Promise.all(
      [...parts, ...parts].map((part, at) => listOf('exactly full', at).importBatch({ phones: part })),
    );
    expect(results.reduce((sum, { added }) => sum + added, 0)).toBe(LIMIT);
    expect((await storedOf('exactly full')).size).toBe(LIMIT);
  });

  test('is not refused where others have added it since it was looked up', async () => {
    const [uid, phones] = ['looked up before', numbered(0, LIMIT)];
    const [model, , roomModel] = (processes[0] ?? expect.fail()).models;
    const store = new SuppressionStore(model);
    let looked = 0;
    const late = Object.assign(Object.create(store) as SuppressionStore, {
      among: async (userId: string, wanted: readonly string[]) => {
        const known = await store.among(userId, wanted);
        looked += 1;
        if (looked === 1) await listOf(uid).importBatch({ phones });
        return known;
      },
      count: store.count.bind(store),
      add: store.add.bind(store),
    });
    const deps = {
      store: late,
      rooms: new RoomStore(roomModel, clock),
      clock,
      subscriptions: { isSubscribed: () => Promise.resolve(false), isPastDue: () => Promise.resolve(false) },
    };
    expect(await addNumbers(deps, uid, phones.slice(0, 10), { source: 'added' })).toBe(0);
  });

  test('is exact again once the reservation of a killed process has lapsed', async () => {
    const uid = 'killed in the middle';
    const [model, , roomModel] = (processes[0] ?? expect.fail()).models;
    const store = new SuppressionStore(model);
    const deps = {
      rooms: new RoomStore(roomModel, clock),
      clock,
      subscriptions: { isSubscribed: () => Promise.resolve(false), isPastDue: () => Promise.resolve(false) },
      pause: () => Promise.resolve(),
    };
    const killed = Object.assign(Object.create(store) as SuppressionStore, {
      among: store.among.bind(store),
      count: store.count.bind(store),
      add: async (records: Parameters<SuppressionStore['add']>[0]) => {
        await store.add(records.slice(0, 300));
        throw new Error('killed');
      },
    });
    const imported = { source: 'imported' } as const;
    await expect(addNumbers({ ...deps, store: killed }, uid, numbered(0, 600), imported)).rejects.toThrow(
      'killed',
    );
    const add = (first: number, count: number) =>
      addNumbers({ ...deps, store }, uid, numbered(first, count), imported);
    expect(await add(5_000, 400)).toBe(400);
    await expect(add(6_000, 1)).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      details: { retry_after: 60 },
    });
    expect(await add(0, 300)).toBe(0);
    clock.advance(60_000);
    expect(await add(0, 600)).toBe(300);
    await expect(add(6_000, 1)).rejects.toMatchObject({ code: 'LIMIT_REACHED' });
    expect((await storedOf(uid)).size).toBe(LIMIT);
  });

  test('is not given back by a process that was stopped beyond its reservation', async () => {
    const rooms = new RoomStore((processes[0] ?? expect.fail()).models[2], clock);
    const reserve = (wanted: number, listed: number) =>
      rooms.reserve('stopped', { wanted, limit: 10, count: () => Promise.resolve(listed) });
    const stopped = await reserve(6, 0);
    expect(await reserve(5, 0)).toBe('busy');
    clock.advance(60_000);
    const next = await reserve(8, 2);
    if (!isRoom(stopped) || !isRoom(next)) return expect.fail();
    expect(await stopped.renew()).toBe(false);
    await stopped.end(0);
    expect(await reserve(1, 2)).toBe('busy');
    await next.end(8);
    expect(await reserve(1, 10)).toEqual({ listed: 10 });
  });
});
