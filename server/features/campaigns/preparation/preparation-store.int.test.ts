import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createCampaignModel } from '#server/features/campaigns/stores/campaign-model.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { PreparationStore } from './preparation-store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.stop());

const LEFT_OUT = { increase: {}, leftOut: {} };

test('a retry that begins to send is announced once, however many processes commit it', async () => {
  const model = createCampaignModel(database.connection);
  const onChanged = vi.fn();
  const store = new PreparationStore(model, { onChanged });
  const campaign = { _id: 'c', userId: 'u', preparing: { preparationId: 'p' } };
  await model.collection.insertOne({ ...campaign, status: 'Failed' } as never);
  const commit = () => store.commit(campaign, { set: { status: 'Sending' }, ...LEFT_OUT });
  await Promise.all([commit(), commit(), commit()]);
  expect(onChanged.mock.calls).toEqual([[{ _id: 'c', userId: 'u' }]]);
  expect(await model.findById('c').lean()).toMatchObject({ status: 'Sending' });
});

test('a preparation that changes no recorded status is not announced', async () => {
  const model = createCampaignModel(database.connection);
  const onChanged = vi.fn();
  const store = new PreparationStore(model, { onChanged });
  const campaign = { _id: 'd', userId: 'u', preparing: { preparationId: 'p' } };
  await model.collection.insertOne({ ...campaign, status: 'Preparing' } as never);
  await store.commit(campaign, { set: { status: 'Scheduled' }, ...LEFT_OUT });
  expect(onChanged).not.toHaveBeenCalled();
});
