import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import type { PaymentEvent } from '#server/providers/payments/port.ts';
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

test('only events that were handled are not handled again, and the rest keep their order', async () => {
  const event = (id: string): PaymentEvent => ({ id, type: 'invoice.paid', subject: { kind: 'other' } });
  await store.markHandled(event('evt_2'), NOW);
  await store.markHandled(event('evt_2'), LATER);
  const listed = ['evt_3', 'evt_2', 'evt_1'].map(event);
  expect(await store.unhandled(listed)).toEqual([event('evt_3'), event('evt_1')]);
  expect(await store.unhandled([])).toEqual([]);
});
