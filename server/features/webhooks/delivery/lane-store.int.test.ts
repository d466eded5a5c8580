import type { Connection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectDatabase } from '#server/app/database/database.ts';
import { createIndexes } from '#server/app/database/indexes.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { examinedBy, recordCommands } from '#server/testing/database/query-plans.ts';
import { createLaneModel, LaneStore, type Busy, type LaneRecord } from './lane-store.ts';

const NOW = new Date('2026-11-20T09:30:00Z');
const before = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);

let database: TestDatabase;
let model: ReturnType<typeof createLaneModel>;
let store: LaneStore;

beforeAll(async () => {
  database = await testDatabase();
  model = createLaneModel(database.connection);
  await createIndexes({ models: [model] });
  store = new LaneStore(model);
});
afterAll(() => database.stop());

const lane = (_id: string, uid: string, endpointId: string, dueAt: Date) => ({
  _id,
  uid,
  endpointId,
  dueAt,
  added: 1,
  expiresAt: new Date('2100-01-01'),
});

/** Three lanes that are due, the first for longest, and one that is not. */
async function storeLanes(): Promise<void> {
  await model.deleteMany({});
  await model.insertMany([
    lane('first', 'ana', 'e1', before(30)),
    lane('second', 'ana', 'e2', before(20)),
    lane('third', 'bob', 'e3', before(10)),
    lane('later', 'eve', 'e4', before(-1)),
  ]);
}

test.each<[string, Partial<Busy>, string | undefined]>([
  ['nobody', {}, 'first'],
  ['one endpoint', { endpoints: ['e1'] }, 'second'],
  ['two endpoints', { endpoints: ['e1', 'e2'] }, 'third'],
  ['one user', { users: ['ana'] }, 'third'],
  ['a user and the endpoint of another', { users: ['ana'], endpoints: ['e3'] }, undefined],
])('while %s is busy, the lane that is due for longest of the others is taken', async (_, busy, expected) => {
  await storeLanes();
  const hold = { holder: 'w1', until: before(-60) };
  const taken = await store.claim(NOW, { endpoints: [], users: [], ...busy }, hold);
  expect(taken?._id).toBe(expected);
});

describe('beside 2,000 lanes of one account, and 4,000 in which nothing waits', () => {
  let watched: Connection;
  let recorder: ReturnType<typeof recordCommands>;
  beforeAll(async () => {
    await model.deleteMany({});
    const lanes = (count: number, make: (n: number) => object) =>
      Array.from({ length: count }, (_, n) => make(n));
    await model.insertMany([
      ...lanes(2_000, (n) => lane(`busy-${String(n)}`, 'ana', 'e1', before(5_000 - n))),
      ...lanes(4_000, (n) => ({ ...lane(`empty-${String(n)}`, 'eve', 'e3', NOW), dueAt: undefined })),
      ...lanes(10, (n) => lane(`other-${String(n)}`, 'bob', 'e2', before(10 - n))),
    ]);
    // A version before has this one, which is dropped a release later.
    const index = { key: { dueAt: 1 }, name: 'dueAt_1', sparse: true } as const;
    await model.collection.createIndexes([index]);
    const uri = new URL(database.uri);
    uri.searchParams.set('monitorCommands', 'true');
    watched = await connectDatabase(uri.href);
    recorder = recordCommands(watched);
    createLaneModel(watched);
  });
  afterAll(async () => {
    await watched.close();
    await model.collection.dropIndex('dueAt_1');
  });

  test.each<[string, Partial<Busy>]>([
    ['that account', { users: ['ana'] }],
    ['its endpoint', { endpoints: ['e1'] }],
    ['both', { users: ['ana'], endpoints: ['e1'] }],
  ])('a claim reads none of them while %s is busy', async (_, busy) => {
    const watching = new LaneStore(watched.model<LaneRecord>('WebhookLane'));
    const hold = { holder: 'w1', until: before(-60) };
    const taken = await watching.claim(NOW, { endpoints: [], users: [], ...busy }, hold);
    const examined = await Promise.all(recorder.take().map((sent) => examinedBy(watched, sent)));
    expect(taken?.uid).toBe('bob');
    expect(examined.map(({ documents }) => documents)).toEqual([1]);
  });
});

test('what waits for an endpoint is postponed, except what is held, due later or empty', async () => {
  await storeLanes();
  await model.insertMany([
    { ...lane('empty', 'ana', 'e1', NOW), dueAt: undefined },
    { ...lane('held', 'ana', 'e1', before(-10)), holder: 'w1' },
    lane('soon', 'ana', 'e1', before(-10)),
    lane('far', 'ana', 'e1', before(-90)),
  ]);
  await store.postpone('e1', before(-60));
  const dueAts = (await model.find({ endpointId: 'e1' }).sort({ _id: 1 }).lean()).map(({ _id, dueAt }) => [
    _id,
    dueAt,
  ]);
  expect(dueAts).toEqual([
    ['empty', undefined],
    ['far', before(-90)],
    ['first', before(-60)],
    ['held', before(-10)],
    ['soon', before(-60)],
  ]);
  expect(await found('second')).toMatchObject({ dueAt: before(20) });
});

test('of the lanes of an endpoint those are brought forward that wait no longer than was said', async () => {
  await storeLanes();
  await model.insertMany([
    lane('moved', 'ana', 'e1', before(-60)),
    { ...lane('held', 'ana', 'e1', before(-30)), holder: 'w1' },
    lane('own', 'ana', 'e1', before(-61)),
  ]);
  await store.resume('e1', NOW, before(-60));
  expect(await found('moved')).toMatchObject({ dueAt: NOW });
  expect(await found('held')).toMatchObject({ dueAt: before(-30), added: 2 });
  for (const [_id, dueAt] of [
    ['own', before(-61)],
    ['first', before(30)],
    ['later', before(-1)],
  ] as const)
    expect(await found(_id)).toMatchObject({ dueAt, added: 1 });
});

test('a lane that is held is taken by nobody else until then, and kept by its holder alone', async () => {
  await storeLanes();
  const none = { endpoints: [], users: ['ana', 'eve'] };
  const first = await store.claim(NOW, none, { holder: 'w1', until: before(-60) });
  expect(first).toMatchObject({ _id: 'third', holder: 'w1' });
  if (first === undefined) throw new Error('no lane');
  expect(await store.claim(before(-59), none, { holder: 'w2', until: before(-90) })).toBeUndefined();
  expect(await store.renew({ ...first, holder: 'w2' }, before(-90))).toBe(false);
  expect(await store.renew(first, before(-90))).toBe(true);
  const next = await store.claim(before(-90), none, { holder: 'w2', until: before(-120) });
  expect(next?.holder).toBe('w2');
  expect(await store.renew(first, before(-150))).toBe(false);
});

/** Takes a lane for `w1`. */
async function held(_id: string) {
  const taken = await store.claim(NOW, { endpoints: [], users: [] }, { holder: 'w1', until: before(-60) });
  if (taken?._id !== _id) throw new Error(`took ${taken?._id ?? 'none'}`);
  return taken;
}
const LATER = new Date('2100-01-01');
const add = (_id: string) => store.added({ _id, endpointId: 'e1', uid: 'ana' }, NOW, LATER);
const found = (_id: string) => model.findById(_id).lean();

test.each<[string, () => Promise<void>]>([
  ['a delivery was added', () => add('first')],
  ['its endpoint was started again', () => store.restart('e1', NOW)],
])('a lane is not left if since it was read %s', async (_, change) => {
  await storeLanes();
  const first = await held('first');
  await change();
  expect(await store.leave(first)).toBe(false);
  expect(await found('first')).toMatchObject({ holder: 'w1', dueAt: before(-60) });
});

test('a lane in which nothing waits is left by its holder alone', async () => {
  await storeLanes();
  const first = await held('first');
  expect(await store.leave({ ...first, holder: 'w2' })).toBe(false);
  expect(await store.leave(first)).toBe(true);
  expect(await found('first')).not.toHaveProperty('dueAt');
  expect(await found('first')).not.toHaveProperty('holder');
  await add('first');
  expect(await found('first')).toMatchObject({ dueAt: NOW, added: 2 });
});

test('a release ends the hold of its holder alone, and what is added later is due at once', async () => {
  await storeLanes();
  const first = await held('first');
  await store.release({ ...first, holder: 'w2' }, NOW, NOW);
  expect(await found('first')).toMatchObject({ holder: 'w1', dueAt: before(-60) });
  await store.release(first, NOW, before(-30));
  expect(await found('first')).toMatchObject({ dueAt: before(-30) });
  expect(await found('first')).not.toHaveProperty('holder');
  await add('first');
  expect(await found('first')).toMatchObject({ dueAt: NOW });
});

test('what is added while a lane is held is due as soon as it is released', async () => {
  await storeLanes();
  const first = await held('first');
  await add('first');
  expect(await found('first')).toMatchObject({ dueAt: before(-60) });
  await store.release(first, NOW, before(-30));
  expect(await found('first')).toMatchObject({ dueAt: NOW });
});

test('starting again and removing concern one endpoint or one user', async () => {
  const dueNow = async () => (await model.find({ dueAt: NOW }).sort({ _id: 1 }).lean()).map(({ _id }) => _id);
  const left = async () => (await model.find().sort({ _id: 1 }).lean()).map(({ _id }) => _id);
  await storeLanes();
  await store.restart('e4', NOW);
  expect(await dueNow()).toEqual(['later']);
  await store.removeOf('e2');
  expect(await left()).toEqual(['first', 'later', 'third']);
  await store.erase('ana');
  expect(await left()).toEqual(['later', 'third']);
});

test('a lane is created with its first delivery and lives as long as its last, and the next time is the earliest', async () => {
  await model.deleteMany({});
  expect(await store.nextDue()).toBeUndefined();
  await add('new');
  expect(await found('new')).toMatchObject({ endpointId: 'e1', uid: 'ana', added: 1, dueAt: NOW });
  await store.added({ _id: 'new', endpointId: 'e1', uid: 'ana' }, NOW, NOW);
  expect(await found('new')).toMatchObject({ added: 2, expiresAt: LATER });
  expect(await store.nextDue()).toEqual(NOW);
  await storeLanes();
  expect(await store.nextDue()).toEqual(before(30));
});
