import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { HOUR_MS } from '#shared/time-units.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { CampaignChangesStore } from './campaign-changes-store.ts';
import { createCampaignModel, type CampaignDocument, type CampaignModel } from './campaign-model.ts';

let database: TestDatabase;
let model: CampaignModel;
let changes: CampaignChangesStore;
beforeAll(async () => {
  database = await testDatabase();
  model = createCampaignModel(database.connection);
  await model.init();
  await model.createIndexes();
  changes = new CampaignChangesStore(model);
});
afterAll(() => database.stop());

async function store(campaign: Pick<CampaignDocument, '_id' | 'userId'> & Partial<CampaignDocument>) {
  await model.create([
    {
      streamId: 's',
      name: campaign._id,
      message: 'Hello',
      voiceId: 'v',
      voiceTitle: 'Ana',
      providerVoiceId: 'p',
      dropDate: new Date(),
      createdAt: new Date(),
      status: 'Scheduled',
      run: 1,
      nextSeq: 2,
      total: 1,
      ...campaign,
    },
  ]);
}
const idsOf = async (users: string[], ms = HOUR_MS) =>
  (await changes.changedWithin(users, ms)).map(({ id }) => id).sort();

it('finds every kind of update, for the given users only', async () => {
  for (const _id of ['one', 'many', 'found', 'piped', 'untouched']) await store({ _id, userId: 'ana' });
  await store({ _id: 'of another', userId: 'bob' });
  await model.updateOne({ _id: 'one' }, { $inc: { delivered: 1 } });
  await model.updateMany({ _id: 'many' }, { $set: { status: 'Paused' } });
  await model.findOneAndUpdate(
    { _id: 'found' },
    { $set: { status: 'Sending' }, $unset: { statusReason: 1 } },
  );
  await model.updateOne({ _id: 'piped' }, [{ $set: { total: 2 } }], { updatePipeline: true });
  await model.updateOne({ _id: 'of another' }, { $inc: { delivered: 1 } });
  expect(await idsOf(['ana'])).toEqual(['found', 'many', 'one', 'piped']);
  expect(await idsOf(['ana', 'bob'])).toEqual(['found', 'many', 'of another', 'one', 'piped']);
  await vi.waitFor(async () => {
    expect(await idsOf(['ana'], 1)).toEqual([]);
  });
});

it('omits the stats of a deleted campaign, and leaves out one that is still being created', async () => {
  await store({ _id: 'prepared', userId: 'cleo', status: 'Preparing' });
  await store({ _id: 'deleted', userId: 'cleo' });
  await model.updateOne({ _id: 'prepared' }, { $inc: { total: 1 } });
  await model.updateOne({ _id: 'deleted' }, { $set: { status: 'Deleting' } });
  expect(await changes.changedWithin(['cleo'], HOUR_MS)).toEqual([{ userId: 'cleo', id: 'deleted' }]);
  await model.updateOne({ _id: 'prepared' }, { $set: { status: 'Scheduled' } });
  expect(await changes.changedWithin(['cleo'], HOUR_MS)).toContainEqual(
    expect.objectContaining({ id: 'prepared', stats: expect.objectContaining({ total: 2 }) as unknown }),
  );
});

it('a poll reads changed campaigns only', async () => {
  const day = new Date(Date.now() - 24 * HOUR_MS);
  const old = Array.from({ length: 500 }, (_, n) => ({
    _id: `old ${String(n)}`,
    userId: `u${String(n % 10)}`,
    status: 'Success',
    changedAt: day,
  }));
  await model.collection.insertMany(old as never[]);
  await model.updateOne({ _id: 'old 7' }, { $inc: { delivered: 1 } });
  const users = Array.from({ length: 10 }, (_, n) => `u${String(n)}`);
  const plan = (await changes.find(users, HOUR_MS).explain('executionStats')) as unknown as {
    executionStats: { totalDocsExamined: number };
  };
  expect(plan.executionStats.totalDocsExamined).toBe(1);
});
