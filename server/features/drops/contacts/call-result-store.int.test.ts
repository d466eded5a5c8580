import { Types } from 'mongoose';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { CallResultStore, type EndedCalls, type FinalCall } from './call-result-store.ts';
import { CALL_STATES, createContactModel, type ContactDocument, type ContactModel } from './contact-model.ts';

let database: TestDatabase;
let model: ContactModel;
let store: CallResultStore;
const onEnded = vi.fn<(ended: EndedCalls) => void>();
const onDelivered = vi.fn<(calls: number) => void>();
beforeAll(async () => {
  database = await testDatabase();
  model = createContactModel(database.connection);
  store = new CallResultStore(model, { ended: onEnded, delivered: onDelivered });
});
afterAll(() => database.stop());
beforeEach(async () => {
  onEnded.mockClear();
  onDelivered.mockClear();
  await model.deleteMany({});
});

const NOW = new Date('2026-11-20T09:30:00Z');
const BUSY: FinalCall = { status: 'failed', at: NOW, code: '4006', reason: 'Busy', retryable: true };
const CLAIM = { _id: 'k', campaignId: 'c', run: 2 };
let last = 0;

/** Stores a call; by default a claimed one of campaign `c` in run 2. */
async function call(fields: Partial<ContactDocument> = {}): Promise<Types.ObjectId> {
  const _id = new Types.ObjectId();
  last += 1;
  await model.collection.insertOne({
    _id,
    campaignId: 'c',
    seq: last,
    preparationId: 'p',
    run: 2,
    status: 'claimed',
    claim: 'k',
    unsettled: true,
    phone: `1202555${String(1000 + last)}`,
    fields: {},
    called: { at: NOW },
    ...fields,
  });
  return _id;
}
const found = (_id: Types.ObjectId) => model.findById(_id).lean();
const seqsOf = async (ids: readonly Types.ObjectId[]) =>
  (await Promise.all(ids.map(found))).map((row) => row?.seq ?? 0);
const changed = async (ids: readonly Types.ObjectId[]) =>
  (await Promise.all(ids.map(found))).map((row) => row?.code === '4006');

/** The ways in which calls end, and the states and claims of the calls that they end. */
const ENDS: [
  string,
  { states: string[]; byClaim: boolean; byRun: boolean },
  (ids: Types.ObjectId[]) => Promise<number>,
][] = [
  [
    'refused',
    { states: ['claimed'], byClaim: true, byRun: false },
    (ids) => store.markRefused(CLAIM, ids, BUSY),
  ],
  [
    'not made',
    { states: ['claimed'], byClaim: true, byRun: false },
    (ids) => store.markNotMade(CLAIM, ids, BUSY),
  ],
  [
    'reported',
    { states: ['claimed', 'placed'], byClaim: false, byRun: true },
    async (ids) => store.report('c', 2, await seqsOf(ids), BUSY),
  ],
  [
    'withdrawn',
    { states: ['pending'], byClaim: false, byRun: true },
    (ids) => store.finishPending('c', 2, ids, BUSY),
  ],
  [
    'given up',
    { states: ['claimed', 'placed'], byClaim: true, byRun: false },
    async (ids) => store.giveUp({ ...CLAIM, seqs: await seqsOf(ids) }, BUSY),
  ],
  [
    'given up under a claim',
    { states: ['claimed', 'placed'], byClaim: true, byRun: false },
    () => store.giveUpUnder(CLAIM, ['k'], BUSY),
  ],
];

test.each(ENDS)(
  'calls are %s in their states, of their campaign, claim or run, and announced once',
  async (_, of, end) => {
    const ids: Types.ObjectId[] = [];
    for (const status of CALL_STATES) ids.push(await call({ status }));
    const [state] = of.states as ['claimed'];
    ids.push(await call({ status: state, campaignId: 'other' }));
    ids.push(await call({ status: state, claim: 'other' }));
    ids.push(await call({ status: state, run: 1 }));
    const expected = [
      ...CALL_STATES.map((status) => of.states.includes(status)),
      ...[false, !of.byClaim, !of.byRun],
    ];
    const calls = expected.filter(Boolean).length;
    expect(await end(ids)).toBe(calls);
    expect(await changed(ids)).toEqual(expected);
    expect(onEnded.mock.calls).toEqual([
      [{ campaignId: 'c', run: 2, status: 'failed', code: '4006', reason: 'Busy', calls }],
    ]);
    expect(await end(ids)).toBe(0);
    expect(onEnded).toHaveBeenCalledTimes(1);
  },
);

test('a call that is not made has no time at which it was called; one that is refused has', async () => {
  const [refused, notMade] = [await call(), await call({ outsideHours: true })];
  await store.markRefused(CLAIM, [refused], BUSY);
  await store.markNotMade(CLAIM, [notMade], BUSY);
  expect(await found(refused)).toMatchObject({ ...BUSY, resultKey: '4006', called: { at: NOW } });
  expect(await found(notMade)).not.toHaveProperty('called');
  expect(await found(notMade)).not.toHaveProperty('outsideHours');
});

test('calls are found by their ids in order, by campaign and number, and by phone while they are open', async () => {
  const [one, two] = [await call({ phone: '12025550001' }), await call({ phone: '12025550002' })];
  const other = await call({ phone: '12025550001', campaignId: 'other' });
  await call({ phone: '12025550001', campaignId: 'settled', unsettled: false as never });
  await call({ phone: '12025550001', campaignId: 'pending', status: 'pending' });
  const ids = (rows: readonly { _id: Types.ObjectId }[]) => rows.map(({ _id }) => _id.toHexString());
  const hex = (...calls: Types.ObjectId[]) => calls.map((id) => id.toHexString());
  expect(ids(await store.listByIds([two, new Types.ObjectId(), one]))).toEqual(hex(two, one));
  expect(ids(await store.listBySeq('c', await seqsOf([one, other])))).toEqual(hex(one));
  expect(ids(await store.listUnsettledTo(['12025550001']))).toEqual(hex(one, other));
  expect(ids(await store.listByNumber(['c'], ['12025550001']))).toEqual(hex(one));
});

test('a late success is delivered and unsettled again if it was settled, and remembered otherwise', async () => {
  const failed = { ...BUSY, status: 'failed', resultKey: '4006' } as const;
  const settled = await call(failed);
  await model.collection.updateOne({ _id: settled }, { $unset: { unsettled: 1 } });
  const open = await call(failed);
  const placed = await call({ status: 'placed' });
  const others = [
    await call({ status: 'pending' }),
    await call({ ...failed, run: 1 }),
    await call({ ...failed, campaignId: 'other' }),
  ];
  expect(await store.recordLateSuccess('c', 2, [settled, open, placed, ...others])).toBe(3);
  expect(await found(settled)).toMatchObject({
    status: 'success',
    code: '0',
    reason: '',
    resultKey: 'delivered',
    retryable: false,
    unsettled: true,
    lateSuccess: true,
    failedBefore: { retryable: true, reason: 'Busy', code: '4006' },
  });
  expect(await found(open)).toMatchObject({ status: 'failed', code: '4006', lateSuccess: true });
  expect(await found(placed)).toMatchObject({ status: 'placed', lateSuccess: true });
  for (const id of others) expect(await found(id)).not.toHaveProperty('lateSuccess');
  expect(onEnded).not.toHaveBeenCalled();
  expect(await store.recordLateSuccess('c', 2, [settled, open, placed])).toBe(2);
  expect(onDelivered.mock.calls).toEqual([[3]]);
});

test('a late success that withdraws a retry is announced once, as such', async () => {
  const delivered = { ...BUSY, status: 'success', code: '0', reason: '' } as const;
  const ids = [await call({ status: 'pending' })];
  for (let reported = 0; reported < 2; reported += 1) await store.finishPending('c', 2, ids, delivered);
  const { status, code, reason } = delivered;
  expect(onEnded.mock.calls).toEqual([
    [{ campaignId: 'c', run: 2, status, code, reason, calls: 1, late: true }],
  ]);
  expect(onDelivered.mock.calls).toEqual([[1]]);
});

test('final calls up to a run that hold credits are to be settled', async () => {
  const own: Types.ObjectId[] = [];
  for (const status of ['success', 'failed', 'cancelled'] as const) own.push(await call({ status }));
  own.push(await call({ status: 'failed', run: 1 }));
  for (const fields of [
    ...([{ status: 'pending' }, { status: 'claimed' }, { status: 'placed' }] as const),
    ...[{ run: 3 }, { campaignId: 'other' }, { preparationId: 'voided' }, { unsettled: false as never }],
  ])
    await call({ status: 'failed', ...fields });
  const rows = await store.listUnsettled('c', 2, ['voided'], 20);
  expect(rows.map(({ _id }) => _id.toHexString())).toEqual(own.map((id) => id.toHexString()));
  expect(await store.listUnsettled('c', 2, ['voided'], 3)).toHaveLength(3);
});

test('a settlement marks the calls that have not moved on, and takes up late successes once more', async () => {
  const final = await call({ ...BUSY, settlement: 1 });
  const late = await call({ ...BUSY, lateSuccess: true });
  const others = [
    await call({ ...BUSY, settlement: 2 }),
    await call({ ...BUSY, settlement: 3 }),
    await call({ ...BUSY, run: 3 }),
    await call({ ...BUSY, campaignId: 'other' }),
    await call({ status: 'pending' }),
  ];
  expect(await store.markSettled('c', 2, [final, late, ...others], 2)).toBe(2);
  expect(await found(final)).toMatchObject({ settlement: 2, status: 'failed' });
  expect(await found(final)).not.toHaveProperty('unsettled');
  expect(await found(late)).toMatchObject({
    settlement: 2,
    status: 'success',
    unsettled: true,
    retryable: false,
    resultKey: 'delivered',
    failedBefore: { retryable: true, reason: 'Busy', code: '4006' },
  });
  const settlements = await Promise.all(others.map(async (id) => (await found(id))?.settlement));
  expect(settlements).toEqual([2, 3, undefined, undefined, undefined]);
});
