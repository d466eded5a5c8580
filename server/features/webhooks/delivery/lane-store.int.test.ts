import { afterAll, beforeAll, expect, test } from 'vitest';
import { createIndexes } from '#server/app/database/indexes.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { createLaneModel, LaneStore, type Busy } from './lane-store.ts';

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

/** Three lanes that are due, the first for longest, and one that is not. */
async function storeLanes(): Promise<void> {
  await model.deleteMany({});
  const lane = (_id: string, uid: string, endpointId: string, dueAt: Date) => ({
    ...{ _id, uid, endpointId, dueAt, seq: 1, added: 1, expiresAt: new Date('2100-01-01') },
  });
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
  const lane = await store.claim(NOW, { endpoints: [], users: [], ...busy }, hold);
  expect(lane?._id).toBe(expected);
});

test('a lane that is held is taken by nobody else until then, and kept by its holder alone', async () => {
  await storeLanes();
  const none = { endpoints: [], users: ['ana', 'eve'] };
  const lane = await store.claim(NOW, none, { holder: 'w1', until: before(-60) });
  expect(lane).toMatchObject({ _id: 'third', holder: 'w1' });
  if (lane === undefined) throw new Error('no lane');
  expect(await store.claim(before(-59), none, { holder: 'w2', until: before(-90) })).toBeUndefined();
  expect(await store.renew({ ...lane, holder: 'w2' }, before(-90))).toBe(false);
  expect(await store.renew(lane, before(-90))).toBe(true);
  const next = await store.claim(before(-90), none, { holder: 'w2', until: before(-120) });
  expect(next?.holder).toBe('w2');
  expect(await store.renew(lane, before(-150))).toBe(false);
});
