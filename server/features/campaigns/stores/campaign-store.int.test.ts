import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { STORED_STATUSES, type StoredStatus } from '#shared/campaign-lifecycle.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { testOwnerOf } from '#server/features/campaigns/test-drops/test-owner.ts';
import { CampaignChangesStore } from './campaign-changes-store.ts';
import { createCampaignModel, type CampaignDocument, type CampaignModel } from './campaign-model.ts';
import { CampaignStore } from './campaign-store.ts';

let database: TestDatabase;
let model: CampaignModel;
let store: CampaignStore;
beforeAll(async () => {
  database = await testDatabase();
  model = createCampaignModel(database.connection);
  await model.createIndexes();
  store = new CampaignStore(model, { now: () => NOW });
});
afterAll(() => database.stop());
beforeEach(() => model.deleteMany({}));

const NOW = new Date('2026-11-20T09:30:00Z');
const before = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);
const NOT_SHOWN: StoredStatus[] = ['Preparing', 'Deleting', 'Deleted'];

/** A campaign of ana's. */
function campaignOf(_id: string, fields: Partial<CampaignDocument> = {}): CampaignDocument {
  return {
    _id,
    userId: 'ana',
    streamId: 's',
    name: _id,
    liveName: _id,
    message: 'Hello',
    voiceId: 'v',
    voiceTitle: 'Ann',
    providerVoiceId: 'p',
    dropDate: NOW,
    createdAt: NOW,
    status: 'Scheduled',
    runEpoch: 0,
    voidedPreparations: [],
    run: 1,
    nextSeq: 2,
    total: 1,
    delivered: 0,
    failed: 0,
    retryable: 0,
    lastSettlement: 0,
    creditCost: 1,
    held: 1,
    charged: 0,
    ...fields,
  };
}
const stored = (_id: string, fields: Partial<CampaignDocument> = {}) => store.insert(campaignOf(_id, fields));

test.each(STORED_STATUSES)(
  'a campaign that is %s is found by its owner alone, and only if it is shown',
  async (status) => {
    await stored('c', { status, liveName: 'Spring' });
    const found = async (uid: string) =>
      Promise.all(['c', 'Spring'].map(async (reference) => (await store.findOwned(uid, reference))?._id));
    const shown = NOT_SHOWN.includes(status) ? undefined : 'c';
    expect(await found('ana')).toEqual([shown, shown]);
    expect(await found('bob')).toEqual([undefined, undefined]);
    const names = async (uid: string) => [...(await store.namesOf(uid, ['c']))];
    expect(await names('ana')).toEqual(shown === undefined ? [] : [['c', 'c']]);
    expect(await names('bob')).toEqual([]);
    const deleting = status === 'Deleting' ? 'c' : undefined;
    expect((await store.findDeleting('ana', 'c'))?._id).toBe(deleting);
    expect(await store.findDeleting('bob', 'c')).toBeUndefined();
  },
);

test('an id takes precedence over a name, and test calls are named for their owner', async () => {
  await stored('c', { liveName: 'other name' });
  await stored('d', { liveName: 'c' });
  expect((await store.findOwned('ana', 'c'))?._id).toBe('c');
  await stored('test', { userId: testOwnerOf('ana') });
  expect([...(await store.namesOf('ana', ['test', 'c'])).keys()].toSorted()).toEqual(['c', 'test']);
  expect(await store.findOwned('ana', 'test')).toBeUndefined();
});

test('name and id of a campaign are taken once for each user', async () => {
  await stored('c', { liveName: 'Spring' });
  expect(await stored('c', { liveName: 'Summer' })).toBe(false);
  expect(await stored('d', { liveName: 'Spring' })).toBe(false);
  expect(await stored('e', { liveName: 'Spring', userId: 'bob' })).toBe(true);
  expect(await store.insertTombstone('c', NOW)).toBe(false);
  expect(await store.insertTombstone('f', NOW)).toBe(true);
  expect(await stored('f')).toBe(false);
  expect(await store.find('f')).toMatchObject({
    status: 'Deleted',
    deletedAt: NOW,
    resweepAt: new Date('2026-11-21T09:30:00Z'),
  });
});

test('the campaigns that a user created since then are counted, deleted ones too', async () => {
  await stored('old', { createdAt: before(10) });
  await stored('new', { createdAt: before(5) });
  await stored('deleted', { createdAt: before(5), status: 'Deleted' });
  await stored('of bob', { createdAt: before(5), userId: 'bob' });
  expect(await store.countCreatedSince('ana', before(10), 10)).toBe(2);
  expect(await store.countCreatedSince('ana', before(10), 1)).toBe(1);
});

test.each(STORED_STATUSES)(
  'a voice is in use by a campaign that is %s only while it has calls to make',
  async (status) => {
    await stored('c', { status });
    const isOpen = ['Scheduled', 'Sending', 'Paused', 'Preparing'].includes(status);
    expect(await store.openCampaignWith('ana', 'v')).toBe(isOpen ? 'c' : undefined);
    expect(await store.openCampaignWith('ana', 'other')).toBeUndefined();
    expect(await store.openCampaignWith('bob', 'v')).toBeUndefined();
    const preparing = { preparationId: 'p', kind: 'retry', leaseUntil: NOW, run: 2, calls: 0 } as const;
    await model.collection.updateOne({ _id: 'c' } as never, { $set: { preparing } });
    expect(await store.openCampaignWith('ana', 'v')).toBe('c');
    expect(await store.openCampaignWith('ana', 'other')).toBeUndefined();
    expect(await store.openCampaignWith('bob', 'v')).toBeUndefined();
  },
);

test('the campaigns of a list are those of its user, the latest first', async () => {
  await stored('old', { savedListId: 'l', createdAt: before(9) });
  await stored('new', { savedListId: 'l' });
  await stored('other', { savedListId: 'm' });
  await stored('of bob', { savedListId: 'l', userId: 'bob' });
  expect([...(await store.countsOf('ana', ['l', 'none']))]).toEqual([['l', 2]]);
  expect((await store.madeFrom('ana', 'l', 10)).map(({ id }) => id)).toEqual(['new', 'old']);
  expect((await store.madeFrom('ana', 'l', 1)).map(({ id }) => id)).toEqual(['new']);
});

test.each<[string, Partial<CampaignDocument>]>([
  ['has started', { startedAt: NOW }],
  ['has other contacts', { nextSeq: 3 }],
  ['has another status', { status: 'Sending' }],
  [
    'is given contacts',
    { preparing: { preparationId: 'p', kind: 'add', leaseUntil: NOW, run: 1, calls: 1 } },
  ],
  ['has other calling hours', { callingHours: { from: '10:00', to: '11:00', days: [1] } }],
])('a campaign that %s since it was read is not edited', async (_, fields) => {
  await stored('c', fields);
  const edited = await store.edit(campaignOf('c'), ['Scheduled'], { message: 'New' }, { callingHours: null });
  expect(edited).toEqual({ kind: 'conflict' });
  expect((await store.find('c'))?.message).toBe('Hello');
});

test('a campaign is edited, but not to the name of another', async () => {
  await stored('c');
  await stored('d');
  expect(await store.edit(campaignOf('c'), ['Scheduled'], { liveName: 'd' })).toEqual({ kind: 'name taken' });
  expect(await store.edit(campaignOf('c'), ['Scheduled'], { message: 'New' })).toMatchObject({
    kind: 'edited',
    campaign: { _id: 'c', message: 'New' },
  });
  expect((await store.find('d'))?.message).toBe('Hello');
});

test('the histories since then are those of the user, in the order of their change', async () => {
  const changes = new CampaignChangesStore(model);
  await stored('late', { changedAt: NOW });
  await stored('first', { changedAt: before(2), statusChanges: [{ id: '1', status: 'Sending', at: NOW }] });
  await stored('before', { changedAt: before(3) });
  await stored('of bob', { changedAt: NOW, userId: 'bob' });
  const found = await changes.changedSince('ana', before(2), 10);
  expect(found.map(({ campaign }) => campaign.id)).toEqual(['first', 'late']);
  expect(found[0]).toMatchObject({ userId: 'ana', changes: [{ status: 'Sending' }], isDeleted: false });
  expect(await changes.changedSince('ana', before(2), 1)).toHaveLength(1);
});

test.each<[boolean, Partial<CampaignDocument>]>([
  [false, {}],
  [false, { status: 'Preparing' }],
  [true, { status: 'Deleting' }],
  [true, { status: 'Deleted' }],
  [true, { contactsErasedAt: NOW }],
])('whether the contacts are gone is %s with %o', async (isDeleted, fields) => {
  await stored('c', fields);
  expect(await new CampaignChangesStore(model).historyOf('c')).toMatchObject({ isDeleted });
});
