import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { createPaymentEventModel, createSweepModel, PaymentEventStore } from './payment-event-store.ts';

let database: TestDatabase;
let store: PaymentEventStore;
beforeAll(async () => {
  database = await testDatabase();
  const { connection } = database;
  store = new PaymentEventStore(createPaymentEventModel(connection), createSweepModel(connection));
});
afterAll(() => database.stop());

const NOW = new Date('2026-11-20T09:30:00Z');
const LATER = new Date('2026-11-20T09:31:00Z');

test('the sweep never goes back, whichever process ends last', async () => {
  expect(await store.sweptUntil()).toBeUndefined();
  await store.saveSweptUntil(LATER);
  await store.saveSweptUntil(NOW);
  expect(await store.sweptUntil()).toEqual(LATER);
});

test('only events that were handled are not handled again', async () => {
  await store.markHandled({ id: 'evt_1', type: 'invoice.paid' } as never, NOW);
  await store.markHandled({ id: 'evt_1', type: 'invoice.paid' } as never, LATER);
  expect([await store.isHandled('evt_1'), await store.isHandled('evt_2')]).toEqual([true, false]);
});
