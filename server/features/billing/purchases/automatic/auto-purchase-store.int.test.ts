import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { AutoPurchaseStore, createAutoPurchaseModel } from './auto-purchase-store.ts';

let database: TestDatabase;
let store: AutoPurchaseStore;
beforeAll(async () => {
  database = await testDatabase();
  store = new AutoPurchaseStore(createAutoPurchaseModel(database.connection));
});
afterAll(() => database.stop());

const NOW = new Date('2026-11-20T09:30:00Z');
const LEASE = new Date('2026-11-20T09:35:00Z');
const SETTINGS = { threshold: 2_000, credits: 5_000, maxPerMonth: 3, cardId: 'pm' };

async function turnedOn() {
  const uid = newId();
  await store.turnOn(uid, newId(), SETTINGS, NOW);
  const read = async () => (await store.byUid(uid)) ?? expect.fail();
  const claim = async () => (await store.claim(NOW, LEASE)) ?? expect.fail();
  return { uid, read, claim };
}

test('an order is made once from what was read, however late, and claimed once', async () => {
  const { read, claim } = await turnedOn();
  const stale = await read();
  await Promise.all([store.order(stale, '2026-11', NOW), store.order(stale, '2026-11', NOW)]);
  const ordered = await claim();
  expect(await store.claim(NOW, LEASE)).toBeUndefined();
  expect(ordered).toMatchObject({ n: 1, bought: 1, order: { n: 1, credits: 5_000, tries: 1 } });
  await store.order(await read(), '2026-11', NOW);
  await store.finish(ordered);
  await store.order(stale, '2026-11', NOW);
  const done = await read();
  expect(done).toMatchObject({ n: 1, bought: 1 });
  expect(done.order).toBeUndefined();
  await store.order(done, '2026-12', NOW);
  expect(await read()).toMatchObject({ n: 2, bought: 1, month: '2026-12' });
  await store.finish(await claim());
});

test('an order is confirmed only by its latest claim, and only as it was ordered', async () => {
  const { uid, read, claim } = await turnedOn();
  await store.order(await read(), '2026-11', NOW);
  const first = await claim();
  expect(await store.confirm(first, LEASE)).toBe(true);
  const second = (await store.claim(LEASE, new Date(LEASE.getTime() + 1))) ?? expect.fail();
  expect(await store.confirm(first, LEASE)).toBe(false);
  const other = { ...second, order: { ...second.order, n: 2 } };
  expect(await store.confirm(other, LEASE)).toBe(false);
  expect(await store.confirm(second, LEASE)).toBe(true);
  await store.turnOn(uid, second.streamId, SETTINGS, NOW);
  expect(await store.confirm(second, LEASE)).toBe(false);
  await store.finish(second);
});

test('an order that is given up twice, or after it stopped, is counted back once', async () => {
  const { uid, read, claim } = await turnedOn();
  await store.order(await read(), '2026-11', NOW);
  const first = await claim();
  await store.cancel(first, 7);
  await store.cancel(first, 7);
  expect(await read()).toMatchObject({ n: 1, bought: 0, version: 7 });
  await store.order(await read(), '2026-11', NOW);
  const second = await claim();
  await store.cancel(first);
  expect(await store.stop(second, 'declined')).toBe(true);
  expect(await store.stop(second, 'declined')).toBe(false);
  await store.cancel(second);
  const stopped = await read();
  expect(stopped).toMatchObject({ bought: 0, stopped: 'declined', order: { n: 2, stopped: 'declined' } });
  expect(stopped.onSince).toBeUndefined();
  await store.finish(second);
  await store.turnOn(uid, stopped.streamId, SETTINGS, NOW);
  await store.order(await read(), '2026-11', NOW);
  const third = await claim();
  await store.turnOn(uid, stopped.streamId, { ...SETTINGS, cardId: 'pm_2' }, NOW);
  expect(await store.stop(third, 'declined')).toBe(false);
  expect((await read()).onSince).toEqual(NOW);
});
