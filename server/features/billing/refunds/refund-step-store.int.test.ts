import { afterAll, beforeAll, expect, test } from 'vitest';
import { createIndexes } from '#server/app/database/indexes.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { createRefundStepModel, RefundStepStore, type RefundStep } from './refund-step-store.ts';

let database: TestDatabase;
let store: RefundStepStore;
beforeAll(async () => {
  database = await testDatabase();
  const model = createRefundStepModel(database.connection);
  await createIndexes({ models: [model] });
  store = new RefundStepStore(model);
});
afterAll(() => database.stop());

const NOW = new Date('2026-11-20T09:30:00Z');
const LATER = new Date('2026-11-20T09:31:00Z');
const step = (invoiceId: string, n: number, streamId = 's'): RefundStep => ({
  _id: `${invoiceId}:${String(n)}`,
  invoiceId,
  n,
  uid: 'ana',
  streamId,
  kind: 'refund',
  sourceId: 're',
  before: 0,
  after: 100,
  credits: -10,
  reason: 'Refund',
  at: NOW,
});
const ids = async (steps: AsyncIterable<RefundStep>) => {
  const found: string[] = [];
  for await (const { _id } of steps) found.push(_id);
  return found.toSorted();
};

test('the steps of an invoice are in order, each inserted once', async () => {
  for (const n of [2, 1]) expect(await store.add(step('in', n))).toBe(true);
  await store.add(step('other', 1, 'of bob'));
  expect(await store.add({ ...step('in', 2), credits: -99 })).toBe(false);
  await store.confirm({ ...step('in', 2), credits: -99 });
  expect((await store.ofInvoice('in')).map(({ n, credits }) => [n, credits])).toEqual([
    [1, -10],
    [2, -10],
  ]);
  expect(await ids(store.ofStream('s'))).toEqual(['in:1', 'in:2']);
  expect(await ids(store.ofStream('s', ['in:1', 'other:1']))).toEqual(['in:1']);
});

test('a step is done at the time when it was done first', async () => {
  await store.confirm(step('done', 1));
  await store.markDone('done:1', NOW);
  await store.markDone('done:1', LATER);
  expect(await store.step('done:1')).toMatchObject({ doneAt: NOW });
  expect(await store.step('done:2')).toBeUndefined();
});
