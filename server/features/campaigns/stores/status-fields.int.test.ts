import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import type { PreparedCampaign } from '#server/features/campaigns/preparation/preparation-store.ts';
import { createCampaignModel, type CampaignDocument, type CampaignModel } from './campaign-model.ts';
import { StatusStore } from './status-store.ts';

let database: TestDatabase;
let model: CampaignModel;
let store: StatusStore;
beforeAll(async () => {
  database = await testDatabase();
  model = createCampaignModel(database.connection);
  store = new StatusStore(model);
});
afterAll(() => database.stop());

const NOW = new Date('2026-11-20T09:30:00Z');
const LATER = new Date('2026-11-21T09:30:00Z');

/** What a run leaves behind, which must not be true of the next one. */
const RUN = {
  statusReason: 'carrier_down',
  carrierDownSince: NOW,
  speechUntil: LATER,
} as const;
/** What holds only until the status changes. */
const UNTIL_CHANGED = {
  quiet: true,
  nextCalls: { at: LATER, zone: 'America/New_York', since: NOW },
} as const;
const PROGRESS = { progress: { minute: 1 } } as const;
const CONTENT = {
  description: 'Roofs',
  message: 'Hello',
  columns: ['city'],
  messageCheck: { key: 'k' },
  voiceId: 'v',
  voiceTitle: 'Ann',
  providerVoiceId: 'p',
  erasingContacts: true,
} as const;
const NOTICE = { notice: { id: 'n', dueAt: NOW } } as const;
const preparing = (kind: 'create' | 'add' | 'retry', calls = 0) => ({
  preparing: { preparationId: 'p', kind, leaseUntil: NOW, run: 2, calls },
});

type Fields = Record<string, unknown>;
let _id: string;
beforeEach(() => {
  _id = newId();
});

async function stored(status: CampaignDocument['status'], fields: Fields): Promise<PreparedCampaign> {
  const campaign = { _id, userId: 'u', runEpoch: 0, liveName: 'Spring', status, ...fields };
  await model.collection.insertOne(campaign as never);
  return campaign as unknown as PreparedCampaign;
}
const found = async () => (await model.collection.findOne({ _id } as never)) as Fields;
/** Those of the fields that the campaign still has. */
async function kept(...groups: Fields[]): Promise<string[]> {
  const campaign = await found();
  return Object.keys(Object.assign({}, ...groups) as Fields).filter((field) => field in campaign);
}

test('a new run begins without the reason, the outage and the speech of the last', async () => {
  await stored('Paused', { ...RUN, ...UNTIL_CHANGED, ...CONTENT, ...PROGRESS });
  await store.transition(_id, 'Sending');
  expect(await kept(RUN, UNTIL_CHANGED)).toEqual([]);
  expect(await kept(CONTENT, PROGRESS)).toEqual(Object.keys({ ...CONTENT, ...PROGRESS }));
});

test('every change of status ends what holds until then, and removes what the step names', async () => {
  await stored('Sending', { ...RUN, ...UNTIL_CHANGED, ...NOTICE, ...PROGRESS });
  await store.transition(_id, 'Paused', {
    set: { statusReason: 'no_credits', finishedAt: NOW },
    unset: ['notice'],
  });
  expect(await kept(UNTIL_CHANGED, NOTICE)).toEqual([]);
  expect(await kept(PROGRESS, RUN)).toEqual(['progress', ...Object.keys(RUN)]);
  expect(await found()).toMatchObject({
    status: 'Paused',
    statusReason: 'no_credits',
    finishedAt: NOW,
    statusChanges: [{ status: 'Paused', reason: 'no_credits' }],
  });
});

test('a step is not done where its own conditions do not hold', async () => {
  await stored('Sending', { runEpoch: 3 });
  expect(await store.transition(_id, 'Paused', { where: { runEpoch: 2 } })).toBeUndefined();
  expect(await store.transition(_id, 'Deleting', { from: ['Paused'] })).toBeUndefined();
  expect(await found()).toMatchObject({ status: 'Sending' });
  expect(await store.transition(_id, 'Paused', { where: { runEpoch: 3 } })).toMatchObject({ _id });
});

test('a retry begins as a new run: its progress is not that of the last', async () => {
  const campaign = await stored('Failed', { ...preparing('retry'), ...RUN, ...PROGRESS, ...CONTENT });
  await store.commitPreparation(campaign, {
    to: 'Sending',
    set: { run: 2, retryable: 0 },
    increase: { failed: -3, held: 3 },
    outcomes: { busy: { calls: 3, retryable: 2 } },
    leftOut: { repeated: 1 },
  } as never);
  expect(await kept(RUN, PROGRESS, { preparing: 1 })).toEqual([]);
  expect(await kept(CONTENT)).toEqual(Object.keys(CONTENT));
  expect(await found()).toMatchObject({
    status: 'Sending',
    run: 2,
    runEpoch: 1,
    retryable: 0,
    failed: -3,
    held: 3,
    outcomes: { busy: { calls: -3, retryable: -2 } },
    leftOut: { repeated: 1 },
  });
});

test.each(['create', 'add'] as const)(
  'a preparation to %s that begins no run changes no run',
  async (kind) => {
    const status = kind === 'create' ? 'Preparing' : 'Scheduled';
    const campaign = await stored(status, { ...preparing(kind), ...RUN, ...PROGRESS });
    await store.commitPreparation(campaign, {
      set: {},
      increase: { total: 5, held: 5, creditCost: 5 },
      leftOut: {},
      ...(kind === 'create' && { to: 'Scheduled' as const }),
    });
    expect(await kept(RUN, PROGRESS)).toEqual([...Object.keys(RUN), 'progress']);
    expect(await found()).toMatchObject({
      status: 'Scheduled',
      runEpoch: 0,
      total: 5,
      held: 5,
      creditCost: 5,
    });
  },
);

test('of a preparation that created its campaign and was undone, only a tombstone is left', async () => {
  const campaign = await stored('Preparing', { ...preparing('create', 4), ...CONTENT, nextSeq: 5 });
  await store.voidPreparation(campaign, NOW, LATER);
  expect(await kept(CONTENT, { preparing: 1, liveName: 1 })).toEqual([]);
  expect(await found()).toMatchObject({
    status: 'Deleted',
    deletedAt: NOW,
    resweepAt: LATER,
    voidedPreparations: ['p'],
    unusedSeqs: [{ from: 1, to: 4 }],
  });
});

test('contacts that were not added leave their campaign, but for numbers that are not used again', async () => {
  const campaign = await stored('Scheduled', { ...preparing('add', 4), ...CONTENT, nextSeq: 9 });
  await store.voidPreparation(campaign, NOW, LATER);
  expect(await kept({ preparing: 1, deletedAt: 1 })).toEqual([]);
  expect(await kept(CONTENT, { liveName: 1 })).toEqual([...Object.keys(CONTENT), 'liveName']);
  expect(await found()).toMatchObject({
    status: 'Scheduled',
    resweepAt: LATER,
    voidedPreparations: ['p'],
    unusedSeqs: [{ from: 5, to: 8 }],
  });
});

test('a deleted campaign holds no credits and has no content and no mail', async () => {
  await stored('Deleting', { ...RUN, ...CONTENT, ...NOTICE, held: 7, charged: 3, streamId: 's' });
  await store.markDeleted({ id: _id, userId: 'u' }, NOW);
  expect(await kept(RUN, CONTENT, NOTICE)).toEqual([]);
  expect(await found()).toMatchObject({
    status: 'Deleted',
    held: 0,
    charged: 3,
    streamId: 's',
    deletedAt: NOW,
  });
});

test('a settlement is counted once and in its order', async () => {
  await stored('Sending', { lastSettlement: 0, delivered: 0, failed: 0, retryable: 0, held: 9, charged: 0 });
  const one = { run: 1, delivered: 2, failed: 1, retryable: 1, reasons: {}, deducted: 2 };
  await store.countSettlement(_id, 2, one);
  expect(await found()).toMatchObject({ lastSettlement: 0, delivered: 0, charged: 0 });
  for (const n of [1, 1]) await store.countSettlement(_id, n, one);
  expect(await found()).toMatchObject({ lastSettlement: 1, delivered: 2, failed: 1, charged: 2 });
});
