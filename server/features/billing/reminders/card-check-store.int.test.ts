import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { createBillingAccountModel } from '#server/features/billing/billing-account-store.ts';
import { CardCheckStore } from './card-check-store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.stop());

const NOW = new Date('2026-11-20T09:30:00Z');
const LATER = new Date('2026-11-27T09:30:00Z');

test('only accounts with a live plan are checked, each once, when their check is due', async () => {
  const model = createBillingAccountModel(database.connection);
  const store = new CardCheckStore(model);
  const live = { liveSubscriptionId: 'sub' };
  await model.insertMany([
    { _id: 'never checked', ...live },
    { _id: 'due', ...live, cardCheckAt: NOW },
    { _id: 'not due', ...live, cardCheckAt: LATER },
    { _id: 'without a plan' },
    { _id: 'without a plan any more', cardCheckAt: NOW },
  ]);
  const claims = async (now: Date, until: Date) =>
    (await Promise.all(Array.from({ length: 4 }, () => store.claim(now, until))))
      .flatMap((account) => account?._id ?? [])
      .toSorted((a, b) => a.localeCompare(b));
  expect(await claims(NOW, LATER)).toEqual(['due', 'never checked']);
  await store.next('due', new Date('2026-12-27T09:30:00Z'));
  expect(await claims(LATER, new Date('2026-12-01T09:30:00Z'))).toEqual(['never checked', 'not due']);
});
