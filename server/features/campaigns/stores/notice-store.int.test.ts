import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CAMPAIGN_STATUSES, STORED_STATUSES } from '#shared/campaign-lifecycle.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { createCampaignModel, type CampaignModel } from './campaign-model.ts';
import {
  createReservationModel,
  ReservationStore,
} from '#server/features/campaigns/lifecycle/reservation-store.ts';
import { NoticeStore, type DueNotice } from './notice-store.ts';

let database: TestDatabase;
let model: CampaignModel;
let store: NoticeStore;
beforeAll(async () => {
  database = await testDatabase();
  model = createCampaignModel(database.connection);
  store = new NoticeStore(model, new ReservationStore(createReservationModel(database.connection)));
});
afterAll(() => database.stop());
beforeEach(() => model.deleteMany({}));

const NOW = new Date('2026-11-20T09:30:00Z');
const LATER = new Date('2026-11-20T09:40:00Z');
const SOONER = new Date('2026-11-20T09:29:59Z');

async function stored(_id: string, status: string, dueAt: Date): Promise<void> {
  const notice = { id: `${_id}-notice`, kind: 'finished', dueAt, tries: 0 };
  const campaign = { _id, userId: 'ana', streamId: 's', name: 'Spring', status, notice };
  await model.collection.insertOne(campaign as never);
}
const noticeOf = async (_id: string) => (await model.findById(_id).lean())?.notice;
const claimed = (id: string) => ({ campaignId: 'c', id }) as DueNotice;

test.each(STORED_STATUSES)(
  'the owner of a campaign that is %s is mailed only if it is shown',
  async (status) => {
    await stored('c', status, NOW);
    const isShown = (CAMPAIGN_STATUSES as readonly string[]).includes(status);
    expect(await store.listDue(NOW, 10)).toEqual(isShown ? ['c'] : []);
    expect((await store.claim('c', NOW, LATER))?.campaignId).toBe(isShown ? 'c' : undefined);
  },
);

test('a notice is claimed by one worker, with its campaign, and again only when its claim is over', async () => {
  await stored('c', 'Success', NOW);
  await stored('other', 'Success', NOW);
  expect(await store.listDue(SOONER, 10)).toEqual([]);
  expect(await store.claim('c', SOONER, LATER)).toBeUndefined();
  const both = await Promise.all([store.claim('c', NOW, LATER), store.claim('c', NOW, LATER)]);
  expect(both.filter((notice) => notice !== undefined)).toEqual([
    expect.objectContaining({
      campaignId: 'c',
      userId: 'ana',
      streamId: 's',
      name: 'Spring',
      id: 'c-notice',
      tries: 1,
      dueAt: LATER,
    }),
  ]);
  expect(await noticeOf('other')).toMatchObject({ tries: 0, dueAt: NOW });
  expect(await store.listDue(NOW, 10)).toEqual(['other']);
  expect(await store.claim('c', LATER, LATER)).toMatchObject({ tries: 2 });
});

test('postponing and closing change only the notice that was claimed, not a newer one', async () => {
  await stored('c', 'Paused', NOW);
  await store.postpone(claimed('older'), LATER);
  await store.close(claimed('older'));
  expect(await noticeOf('c')).toMatchObject({ id: 'c-notice', dueAt: NOW });
  await store.postpone(claimed('c-notice'), LATER);
  expect(await noticeOf('c')).toMatchObject({ dueAt: LATER });
  await store.close(claimed('c-notice'));
  expect(await noticeOf('c')).toBeUndefined();
});
