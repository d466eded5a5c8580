import { Types } from 'mongoose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createIndexes } from '#server/app/database/indexes.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { CallStore } from './call-store.ts';
import {
  CALL_STATES,
  createContactModel,
  type CallState,
  type ContactDocument,
  type ContactModel,
} from './contact-model.ts';

let database: TestDatabase;
let model: ContactModel;
let store: CallStore;
beforeAll(async () => {
  database = await testDatabase();
  model = createContactModel(database.connection);
  await createIndexes({ models: [model] });
  store = new CallStore(model);
});
afterAll(() => database.stop());
beforeEach(() => model.deleteMany({}));

const NOW = new Date('2026-11-20T09:30:00Z');
let last = 0;

/** Stores a call; by default a pending one of campaign `c`. */
async function call(fields: Partial<ContactDocument> = {}): Promise<Types.ObjectId> {
  const _id = new Types.ObjectId();
  last += 1;
  await model.collection.insertOne({
    _id,
    campaignId: 'c',
    seq: last,
    preparationId: 'p',
    run: 1,
    status: 'pending',
    unsettled: true,
    phone: `1202555${String(1000 + last)}`,
    fields: {},
    ...fields,
  });
  return _id;
}
const found = (_id: Types.ObjectId) => model.findById(_id).lean();
const statesOf = (ids: readonly Types.ObjectId[]) =>
  Promise.all(ids.map(async (id) => (await found(id))?.status));
const seqOf = async (_id: Types.ObjectId) => (await found(_id))?.seq ?? 0;
const claim = { _id: 'k', campaignId: 'c', run: 1, runEpoch: 4 };

/** Calls of which only the first is an open call of the campaign for which credits are held. */
async function callsOf(status: CallState): Promise<Types.ObjectId[]> {
  return [
    await call({ status, claim: 'k' }),
    await call({ status, claim: 'k', campaignId: 'other' }),
    await call({ status, claim: 'k', preparationId: 'voided' }),
    await call({ status, claim: 'k', unsettled: undefined as never }),
  ];
}

test('pending calls are read in order, after a number, of a campaign, and only those that hold credits', async () => {
  const [first] = await callsOf('pending');
  const second = await call({ window: 'NY' });
  await call({ status: 'claimed' });
  await model.collection.updateMany({ unsettled: null }, { $unset: { unsettled: 1 } });
  const pending = async (more: object = {}) => {
    const query = { afterSeq: 0, voidedPreparations: ['voided'], limit: 10, ...more };
    return (await store.listPending('c', query)).map(({ _id }) => _id);
  };
  expect(await pending()).toEqual([first, second]);
  expect(await pending({ limit: 1 })).toEqual([first]);
  expect(await pending({ windows: ['NY'] })).toEqual([second]);
  expect(await pending({ windows: ['LA'] })).toEqual([]);
  if (first === undefined) throw new Error('no call');
  expect(await pending({ afterSeq: await seqOf(first) })).toEqual([second]);
});

test('a window class is stored with the calls that have none', async () => {
  const [none, own] = [await call(), await call({ window: 'LA' })];
  const other = await call({ campaignId: 'other' });
  expect((await store.listWithoutWindow('c', 10)).map(({ _id }) => _id)).toEqual([none]);
  await store.setWindow('c', [none, own, other], 'NY');
  expect([(await found(none))?.window, (await found(own))?.window]).toEqual(['NY', 'LA']);
  expect(await found(other)).not.toHaveProperty('window');
  expect((await store.listWindows('c')).toSorted()).toEqual(['LA', 'NY']);
});

test.each(CALL_STATES)('of calls that are %s only pending ones are claimed', async (status) => {
  const id = await call({ status });
  expect(await store.claim(claim, [id], NOW, new Map())).toBe(status === 'pending' ? 1 : 0);
  expect((await found(id))?.status).toBe(status === 'pending' ? 'claimed' : status);
});

test('a claim takes the calls of its campaign and run, and records what holds for each', async () => {
  const rules = { zone: 'America/New_York', from: '09:00', to: '17:00', rules: ['federal'] };
  const own = await call({ window: 'NY' });
  const outside = await call({ window: 'LA' });
  const others = [await call({ run: 2 }), await call({ campaignId: 'other' }), await call()];
  const ids = [own, outside, ...others.slice(0, 2)];
  expect(await store.claim(claim, ids, NOW, new Map([['NY', rules as never]]), [outside])).toBe(2);
  expect(await found(own)).toMatchObject({
    claim: 'k',
    runEpoch: 4,
    at: NOW,
    called: { ...rules, at: NOW },
  });
  expect(await found(own)).not.toHaveProperty('outsideHours');
  expect(await found(outside)).toMatchObject({ outsideHours: true, called: { at: NOW } });
  expect(await statesOf(others)).toEqual(['pending', 'pending', 'pending']);
});

test('calls that were not placed are pending again without a trace of their claim', async () => {
  const fields = { status: 'claimed', claim: 'k', runEpoch: 4, at: NOW, called: { at: NOW } } as const;
  const own = await call({ ...fields, outsideHours: true });
  const late = await call({ ...fields, lateSuccess: true });
  const others = [
    await call({ ...fields, claim: 'other' }),
    await call({ ...fields, status: 'placed' }),
    await call({ ...fields, campaignId: 'other' }),
  ];
  const seqs = await Promise.all([own, late, ...others].map(seqOf));
  expect([...(await store.listClaimed('c', seqs, 'k'))]).toHaveLength(2);
  expect(await store.release('c', seqs, 'k')).toBe(1);
  const released = await found(own);
  expect(released?.status).toBe('pending');
  for (const field of ['claim', 'runEpoch', 'at', 'called', 'outsideHours'])
    expect(released).not.toHaveProperty(field);
  // It was delivered in an earlier run: it is not called again.
  expect(await found(late)).toMatchObject({ status: 'success', code: '0', reason: '', retryable: false });
  expect(await statesOf(others)).toEqual(['claimed', 'placed', 'claimed']);
});

test('only calls that are still claimed become placed, and keep the time of the claim', async () => {
  const own = await call({ status: 'claimed', claim: 'k', at: NOW });
  const others = [
    await call({ status: 'claimed', claim: 'other' }),
    await call({ status: 'failed', claim: 'k' }),
    await call({ status: 'claimed', claim: 'k', campaignId: 'other' }),
  ];
  expect(await store.markPlaced('c', [own, ...others], 'k')).toBe(1);
  expect(await found(own)).toMatchObject({ status: 'placed', at: NOW });
  expect(await statesOf(others)).toEqual(['claimed', 'failed', 'claimed']);
});

test('the claims of a campaign are those of its open calls at the carrier', async () => {
  for (const status of CALL_STATES) await call({ status, claim: status });
  await call({ status: 'claimed', claim: 'settled', unsettled: false as never });
  await call({ status: 'claimed', claim: 'other', campaignId: 'other' });
  expect((await store.listClaims('c')).toSorted()).toEqual(['claimed', 'placed']);
});

test('calls released after the deletion are cancelled to be settled, but those that hold nothing', async () => {
  const ids = await callsOf('pending');
  const claimed = await call({ status: 'claimed' });
  expect(await store.cancelReleased('c', ['voided'], 10)).toBe(1);
  expect(await statesOf([...ids, claimed])).toEqual([
    ...['cancelled', 'pending', 'pending', 'pending', 'claimed'],
  ]);
  expect((await found(ids[0] as Types.ObjectId))?.unsettled).toBe(true);
});

test('pending calls of a deleted campaign are cancelled at once, and counted where they hold credits', async () => {
  const ids = await callsOf('pending');
  expect(await store.cancelPending('c', 1)).toBe(1);
  expect(await store.cancelPending('c', 10)).toBe(1);
  expect(await store.cancelPending('c', 10)).toBe(0);
  expect(await statesOf(ids.slice(0, 3))).toEqual(['cancelled', 'pending', 'cancelled']);
  expect(await found(ids[0] as Types.ObjectId)).not.toHaveProperty('unsettled');
  await call({ status: 'cancelled' });
  const settled = await call({ status: 'cancelled', settlement: 2 });
  await model.collection.updateOne({ _id: settled }, { $unset: { unsettled: 1 } });
  expect(await store.countCancelled('c', ['voided'])).toBe(1);
});

test('a campaign has open calls if one of its states, unsettled and not voided, is left', async () => {
  await callsOf('placed');
  expect(await store.has('c', ['placed'], ['voided'])).toBe(true);
  expect(await store.has('c', ['claimed'])).toBe(false);
  await model.deleteMany({ preparationId: 'p', unsettled: true, campaignId: 'c' });
  expect(await store.has('c', ['placed'], ['voided'])).toBe(false);
  expect(await store.has('c', ['placed'])).toBe(true);
});
