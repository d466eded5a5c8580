import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CONTACT_COLUMNS } from '#shared/contacts/columns/contact-columns.ts';
import type { Contact } from '#shared/contacts/contact-list.ts';
import { createIndexes } from '#server/app/database/indexes.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { createContactModel, type ContactDocument, type ContactModel } from './contact-model.ts';
import { ContactStore } from './contact-store.ts';
import { createErasedCallModel, ErasedCallStore } from './erased-call-store.ts';
import { createLeftOutModel, LeftOutStore } from './left-out-store.ts';
import { NumberHistoryStore } from './number-history-store.ts';
import { RetryStore } from './retry-store.ts';

let database: TestDatabase;
let model: ContactModel;
let store: ContactStore;
beforeAll(async () => {
  database = await testDatabase();
  model = createContactModel(database.connection);
  await createIndexes({ models: [model] });
  store = new ContactStore(model, () => 'NY');
});
afterAll(() => database.stop());
beforeEach(() => model.deleteMany({}));

const NOW = new Date('2026-11-20T09:30:00Z');
const PHONE = '12025550101';

/** Stores a call of campaign `c` under its number. */
async function stored(seq: number, fields: Partial<ContactDocument> = {}): Promise<void> {
  await model.collection.insertOne({
    campaignId: 'c',
    seq,
    preparationId: 'p',
    run: 1,
    status: 'failed',
    retryable: true,
    phone: `120255501${String(seq).padStart(2, '0')}`,
    fields: {},
    ...fields,
  });
}
const rows = (filter: object = {}) => model.find(filter).sort({ campaignId: 1, seq: 1 }).lean();
const seqs = async (filter: object = {}) => (await rows(filter)).map(({ seq }) => seq);

test('a contact is stored with its filled cells alone, under its number, and read with all of them', async () => {
  const cells = Object.fromEntries(CONTACT_COLUMNS.map(({ field }) => [field, `${field} of Ann`]));
  const empty = Object.fromEntries(CONTACT_COLUMNS.map(({ field }) => [field, '']));
  const ann = { ...cells, phone_number: '202 555 0199', recommended_phone: PHONE, custom: { pet: 'Rex' } };
  const bob = { ...empty, phone_number: '+12025550102', recommended_phone: '12025550102', custom: {} };
  const batch = { campaignId: 'c', preparationId: 'p', run: 2, firstSeq: 7, later: true };
  await store.insert({ ...batch, contacts: [ann, bob] as unknown as Contact[] });
  await store.insert({ ...batch, campaignId: 'd', later: false, contacts: [bob] as unknown as Contact[] });
  const { recommended_phone: _phone, ...fields } = ann;
  const row = {
    campaignId: 'c',
    preparationId: 'p',
    run: 2,
    status: 'pending',
    unsettled: true,
    window: 'NY',
  };
  const [first, second, other] = (await rows()).map(({ _id, ...rest }) => rest);
  expect(first).toEqual({ ...row, seq: 7, later: true, phone: PHONE, listed: '12025550199', fields });
  expect(second).toEqual({
    ...row,
    seq: 8,
    later: true,
    phone: bob.recommended_phone,
    fields: { phone_number: bob.phone_number },
  });
  expect(other).not.toHaveProperty('later');
  const page = await store.page({ id: 'c', total: 8 }, 6, 2);
  const { custom: _none, ...shown } = bob;
  expect(page).toMatchObject([
    { ...ann, number: 7 },
    { ...shown, number: 8 },
  ]);
  await expect(
    store.insert({ ...batch, firstSeq: 9, contacts: [bob] as unknown as Contact[] }),
  ).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'Duplicate phone number',
  });
});

test('known numbers are those of the campaign, dialled or listed, that another preparation added', async () => {
  await stored(1, { phone: '1', listed: '10' });
  await stored(2, { phone: '2', preparationId: 'mine' });
  await stored(3, { phone: '3', preparationId: 'retry', listId: 'mine' });
  await stored(4, { phone: '4', campaignId: 'other' });
  const known = async (...numbers: [dialled: string, listed: string][]) => {
    const asked = numbers.map(([dialled, listed]) => ({ dialled, listed }));
    return (await store.knownNumbers('c', asked, 'mine')).map(({ dialled }) => dialled);
  };
  expect(await known(['1', 'x'])).toEqual(['1']);
  expect(await known(['x', '10'])).toEqual(['1']);
  expect(await known(['x', '1'])).toEqual(['1']);
  expect(await known(['2', '2'], ['3', '3'], ['4', '4'])).toEqual([]);
  expect(await store.knownNumbers('c', [{ dialled: '2', listed: '2' }])).toHaveLength(1);
});

test('a page and a stream have the contacts of one campaign in order', async () => {
  for (const seq of [3, 1, 5]) await stored(seq);
  await stored(2, { campaignId: 'other' });
  const list = {
    id: 'c',
    total: 3,
    unusedSeqs: [
      { from: 2, to: 2 },
      { from: 4, to: 4 },
    ],
  };
  const page = async (offset: number, limit: number) =>
    (await store.page(list, offset, limit)).map(({ number }) => number);
  expect([await page(0, 2), await page(1, 5), await page(3, 5)]).toEqual([[1, 3], [3, 5], []]);
  const streamed: number[] = [];
  for await (const batch of store.stream('c')) streamed.push(...batch.map(({ number }) => number));
  expect(streamed).toEqual([1, 3, 5]);
});

test('only settled contacts of a campaign are erased before its end', async () => {
  await stored(1);
  await stored(2, { unsettled: true });
  await stored(3, { campaignId: 'other' });
  expect(await store.eraseSettled('c', 10)).toBe(1);
  expect(await seqs()).toEqual([2, 3]);
  expect([await store.hasAny('c'), await store.hasAny('none')]).toEqual([true, false]);
});

test('all contacts of a deleted campaign are erased, noted before, and no others', async () => {
  await stored(1, { unsettled: true });
  await stored(2, { campaignId: 'other' });
  const noted: string[] = [];
  await store.erase('c', undefined, async (calls) => {
    expect(await seqs({ campaignId: 'c' })).toEqual([1]);
    noted.push(...calls.map(({ phone }) => phone));
  });
  expect(noted).toEqual([PHONE]);
  expect(await seqs()).toEqual([2]);
});

test('a history has the calls of the named campaigns to the number', async () => {
  const history = new NumberHistoryStore(model);
  await stored(1, { reason: 'Busy', code: '4006', at: NOW });
  await stored(2);
  await stored(1, { campaignId: 'of another user' });
  expect(await history.callsTo(PHONE, ['c'])).toEqual([
    { campaignId: 'c', status: 'failed', reason: 'Busy', reason_code: '4006', at: NOW.toISOString() },
  ]);
});

test('a retry puts back the named contacts that failed and may be called again, with their call kept', async () => {
  const retries = new RetryStore(model);
  await stored(1, { reason: 'Busy', code: '4006', at: NOW, called: { at: NOW }, claim: 'k', settlement: 1 });
  await stored(2, { retryable: false });
  await stored(3, { status: 'success' });
  await stored(4, { campaignId: 'other' });
  await stored(5);
  expect((await retries.listRetryable('c', { afterSeq: 0, limit: 10 })).map(({ seq }) => seq)).toEqual([
    1, 5,
  ]);
  expect((await retries.listRetryable('c', { afterSeq: 1, limit: 10 })).map(({ seq }) => seq)).toEqual([5]);
  expect(await retries.listRetryable('c', { afterSeq: 0, limit: 1 })).toHaveLength(1);
  const some = await retries.listRetryable('c', { afterSeq: 0, limit: 10, among: [2, 5] });
  expect(some.map(({ seq }) => seq)).toEqual([5]);
  const before = await rows();
  const ids = before.filter(({ seq }) => seq !== 5).map(({ _id }) => _id);
  await retries.requeue('c', ids, 'retry', 2);
  expect(await seqs({ status: 'pending' })).toEqual([1]);
  const [requeued] = await rows({ status: 'pending' });
  expect(requeued).toMatchObject({
    run: 2,
    preparationId: 'retry',
    listId: 'p',
    later: true,
    unsettled: true,
    previous: { run: 1, preparationId: 'p', reason: 'Busy', code: '4006', settlement: 1, counted: true },
    earlier: [{ run: 1, reason: 'Busy', code: '4006', at: NOW, called: { at: NOW } }],
  });
  for (const field of ['reason', 'code', 'retryable', 'claim', 'called', 'settlement'])
    expect(requeued).not.toHaveProperty(field);
  expect(await retries.countOfPreparation('c', 'retry')).toBe(1);
  expect(await retries.retriedReasons('c', 'retry')).toEqual({ '4006': { calls: 1, retryable: 1 } });
  await retries.undoPreparation('other', 'retry');
  await retries.undoPreparation('c', 'p');
  expect(await seqs({ status: 'pending' })).toEqual([1]);
  await retries.undoPreparation('c', 'retry');
  const [undone] = await rows({ campaignId: 'c', seq: 1 });
  expect(undone).toMatchObject({
    status: 'failed',
    retryable: true,
    run: 1,
    preparationId: 'p',
    reason: 'Busy',
    code: '4006',
    at: NOW,
    settlement: 1,
    called: { at: NOW },
    earlier: [],
  });
  for (const field of ['unsettled', 'previous', 'later', 'claim', 'failedBefore'])
    expect(undone).not.toHaveProperty(field);
});

test('undoing the addition of contacts removes those alone', async () => {
  await stored(1, { later: true, preparationId: 'add' });
  await stored(2, { preparationId: 'add' });
  await stored(3, { later: true, preparationId: 'other' });
  await stored(4, { later: true, preparationId: 'add', campaignId: 'other' });
  await new RetryStore(model).undoPreparation('c', 'add');
  expect(await seqs()).toEqual([2, 3, 4]);
});

test('left-out contacts are undone, counted, streamed and erased by campaign and preparation', async () => {
  const leftOut = new LeftOutStore(createLeftOutModel(database.connection));
  const one = (campaignId: string, preparationId: string, firstSeq: number, line: number) => ({
    campaignId,
    preparationId,
    firstSeq,
    line,
    phone: PHONE,
    name: 'Ann',
    reason: 'do not call' as const,
  });
  await leftOut.insert([
    ...[one('c', 'add', 9, 2), one('c', 'add', 9, 1), one('c', 'p', 1, 5), one('other', 'add', 1, 1)],
  ]);
  const streamed = async (campaignId: string) => {
    const lines: number[] = [];
    for await (const batch of leftOut.stream(campaignId)) lines.push(...batch.map(({ line }) => line));
    return lines;
  };
  expect(await streamed('c')).toEqual([5, 1, 2]);
  expect(await leftOut.countsOf('c', 'add')).toEqual({ 'do not call': 2 });
  await leftOut.undo('c', 'add');
  expect([await streamed('c'), await streamed('other')]).toEqual([[5], [1]]);
  await leftOut.erase('c');
  expect([await streamed('c'), await streamed('other')]).toEqual([[], [1]]);
});

test('of erased calls those to the numbers that ended since then are found', async () => {
  const erased = new ErasedCallStore(createErasedCallModel(database.connection));
  const before = new Date(NOW.getTime() - 1);
  await erased.note([
    { phone: '1', at: NOW },
    { phone: '2', at: before },
    { phone: '3', at: NOW },
  ]);
  expect([...(await erased.among(['1', '2', '4'], before))]).toEqual(['1']);
});
