import { expect, test } from 'vitest';
import type { RunnableCampaign } from '#server/features/campaigns/api.ts';
import type { CallRow } from '#server/features/drops/contacts/call-result-store.ts';
import type { DropsDeps } from '#server/features/drops/drops-deps.ts';
import { createCallRecorder } from '#server/testing/fakes/recorded-calls.ts';
import { settleCampaign } from './settle-campaign.ts';
import type { SettlementDocument } from './settlement-store.ts';

const CLOCK = new Date('2026-11-23T17:00:00Z');
const AT = new Date('2026-11-23T15:30:00Z');
const CALLED = { at: AT, zone: 'America/Chicago' };

const CAMPAIGN = {
  id: 'c',
  userId: 'u',
  streamId: 's',
  name: 'Spring',
  status: 'Sending',
  run: 2,
  runEpoch: 4,
  total: 9,
  delivered: 0,
  failed: 0,
  lastSettlement: 6,
  voidedPreparations: ['void'],
} as unknown as RunnableCampaign;

const row = (seq: number, own: object = {}) =>
  ({
    _id: `id-${String(seq)}`,
    seq,
    run: 2,
    runEpoch: 4,
    at: AT,
    called: CALLED,
    status: 'success',
    ...own,
  }) as unknown as CallRow;
const busy = (seq: number, own: object = {}) =>
  row(seq, { status: 'failed', code: '4006', reason: 'Busy', retryable: true, ...own });

interface Given {
  rows?: CallRow[];
  campaign?: Partial<RunnableCampaign> | undefined;
  /** The settlement that is open under the next number. */
  open?: Partial<SettlementDocument>;
  opens?: boolean;
  held?: number;
  refusal?: string;
  takenBack?: number;
  isPaused?: boolean;
}

/** Settles the calls of a campaign once; returns what is asked of the stores, and the settlement that is opened. */
async function settled(given: Given) {
  const { calls, recorded } = createCallRecorder();
  const campaign = 'campaign' in given ? given.campaign && { ...CAMPAIGN, ...given.campaign } : CAMPAIGN;
  let rounds = 0;
  const left = given.open === undefined ? [] : [given.open];
  const deps = {
    campaigns: recorded('campaigns', {
      find: () => Promise.resolve(campaign),
      pause: () => Promise.resolve(given.isPaused === true),
    }),
    calls: recorded('calls'),
    results: recorded('results', {
      listUnsettled: () => Promise.resolve((rounds += 1) === 1 ? (given.rows ?? []) : []),
      listByIds: () => Promise.resolve([]),
    }),
    settlements: recorded('settlements', {
      find() {
        const found = left.shift();
        return Promise.resolve(found && { contacts: [], ...found });
      },
      open: () => Promise.resolve(given.opens ?? true),
      countingHours: () => Promise.resolve((settlement: number | undefined) => settlement === 5),
      takenBackThrough: () => Promise.resolve(given.takenBack ?? 0),
      listByRunEpoch: () => Promise.resolve([{ runEpochCalls: 50, faults: 50 }]),
    }),
    ledger: recorded('ledger', {
      campaignHold: () => Promise.resolve({ held: given.held ?? 0 }),
      execute: () =>
        Promise.resolve(
          given.refusal === undefined
            ? { ok: true, event: { amount: 70 } }
            : { ok: false, refusal: { type: given.refusal } },
        ),
    }),
    days: recorded('days'),
    statuses: recorded('statuses'),
    callEvents: recorded('callEvents'),
    jobs: recorded('jobs'),
    log: recorded('log', { warn: () => undefined }),
    metrics: recorded('metrics', { count: () => undefined }),
    clock: { now: () => CLOCK },
  } as unknown as DropsDeps;
  const finish = () => Promise.resolve<'done'>((calls.push(['finish']), 'done'));
  let beats = 0;
  const heartbeat = () => Promise.resolve(void (beats += 1));
  const failure: unknown = await settleCampaign(deps, 'c', heartbeat, finish).catch(
    (error: unknown) => error,
  );
  const of = (...names: string[]) => calls.filter(([name]) => names.includes(name as string));
  const opened = of('settlements.open')[0]?.[1] as SettlementDocument | undefined;
  return { failure, calls, of, opened, beats };
}

const SETTLEMENT = {
  _id: 'c:7',
  campaignId: 'c',
  n: 7,
  run: 2,
  day: '2026-11-23',
  runEpoch: 4,
  at: CLOCK,
};

test('final calls are frozen in one settlement with all that it adds to the counters', async () => {
  const denied = { carrierFault: true, reason: 'Denied', retryable: false, code: 'x' };
  const rows = [
    row(1),
    busy(2),
    busy(3, denied),
    row(4, { runEpoch: 3 }),
    busy(5, { runEpoch: 3, ...denied }),
  ];
  const { opened, of } = await settled({ rows });
  expect(opened).toEqual({
    ...SETTLEMENT,
    contacts: rows.map(({ _id }) => _id),
    delivered: 2,
    failed: 3,
    retryable: 1,
    runEpochCalls: 3,
    faults: 1,
    faultReason: 'Denied',
    reasons: { '4006': { calls: 1, retryable: 1 }, other: { calls: 2, retryable: 0 } },
    hours: { '1-09': { delivered: 2, failed: 3 } },
  });
  expect(of('results.listUnsettled')[0]).toEqual(['results.listUnsettled', 'c', 2, ['void'], 1_000]);
});

test('its calls are marked, charged, counted by day and reported before the campaign counts it', async () => {
  const { of, calls, beats } = await settled({ rows: [row(1), busy(2)] });
  expect(calls.filter(([name]) => !/find|list|counting|settlements.open/.test(name as string))).toEqual([
    // The settler before may have died after counting its settlement.
    ['settlements.close', { _id: 'c:6' }, CLOCK],
    ['results.markSettled', 'c', 2, ['id-1', 'id-2'], 7],
    ['ledger.execute', 's', { type: 'deduct', key: 'deduct:c:7', campaignId: 'c', calls: 1 }],
    [
      'days.count',
      {
        userId: 'u',
        campaignId: 'c',
        n: 7,
        day: '2026-11-23',
        delivered: 1,
        failed: 1,
        hours: { '1-09': { delivered: 1, failed: 1 } },
      },
    ],
    ['callEvents.record', expect.objectContaining({ campaignId: 'c', settlement: 7 })],
    [
      'statuses.countSettlement',
      'c',
      7,
      {
        run: 2,
        delivered: 1,
        failed: 1,
        retryable: 1,
        deducted: 70,
        reasons: { '4006': { calls: 1, retryable: 1 } },
      },
    ],
    ['settlements.close', expect.objectContaining({ _id: 'c:7' }), CLOCK],
  ]);
  expect(of('finish')).toEqual([]);
  expect(beats).toBe(1);
});

test('after the last call of a campaign it is finished', async () => {
  const { of, beats } = await settled({
    rows: [row(1), busy(2)],
    campaign: { total: 9, delivered: 3, failed: 4 },
  });
  expect(of('finish')).toHaveLength(1);
  expect(beats).toBe(2);
  const missing = await settled({
    rows: [row(1), busy(2)],
    campaign: { total: 10, delivered: 3, failed: 4 },
  });
  expect(missing.of('finish')).toEqual([]);
  const deleting = await settled({ rows: [row(1)], campaign: { status: 'Deleting' } });
  expect(deleting.of('finish')).toHaveLength(1);
  expect(deleting.of('calls.cancelReleased')[0]).toEqual(['calls.cancelReleased', 'c', ['void'], 1_000]);
  expect((await settled({ campaign: undefined })).calls).toEqual([['campaigns.find', 'c']]);
});

test('calls of another day, run or kind are left for the next settlement, which follows at once', async () => {
  const failedBefore = { retryable: true, code: '4006', reason: 'Busy' };
  const others = [
    row(2, { at: new Date('2026-11-22T15:30:00Z') }),
    row(3, { run: 1 }),
    row(4, { failedBefore, settlement: 5 }),
  ];
  for (const other of others) {
    const { opened, of } = await settled({ rows: [row(1), other] });
    expect(opened?.contacts).toEqual(['id-1']);
    expect(of('results.listUnsettled')).toHaveLength(2);
  }
  // Calls that end without a time are of today.
  const { opened } = await settled({ rows: [row(1, { at: undefined, status: 'cancelled' })] });
  expect(opened).toMatchObject({ day: '2026-11-23', delivered: 0, failed: 0, cancelled: 1 });
});

test.each<[string, Given, boolean]>([
  ['of a run that is going on and held', { held: 50 }, true],
  ['without a hold', { held: 0 }, false],
  ['of a finished campaign', { held: 50, campaign: { status: 'Success' } }, false],
  ['of a campaign that failed', { held: 50, campaign: { status: 'Failed' } }, false],
  ['of an earlier run', { held: 50, campaign: { run: 3 } }, false],
])('a late success %s is charged: %o', async (_, given, isCharged) => {
  const failedBefore = { retryable: true, code: '4006', reason: 'Busy' };
  const rows = [
    row(1, { failedBefore, settlement: 5 }),
    row(2, { failedBefore: { ...failedBefore, retryable: false } }),
  ];
  const { opened, of } = await settled({ ...given, rows });
  expect(opened).toMatchObject({
    delivered: 2,
    failed: -2,
    retryable: -1,
    runEpochCalls: 0,
    faults: 0,
    reasons: { '4006': { calls: -2, retryable: -1 } },
    hours: { '1-09': { delivered: 2, failed: -1 } },
  });
  expect(opened?.uncharged).toBe(isCharged ? undefined : true);
  expect(of('ledger.execute')).toHaveLength(isCharged ? 1 : 0);
  expect(of('statuses.countSettlement')[0]?.[3]).toMatchObject({ failed: -2, deducted: isCharged ? 70 : 0 });
  expect(of('settlements.countingHours')[0]).toEqual(['settlements.countingHours', 'c', [5, undefined]]);
});

test('the results of a retry replace the failures of their day, but not those that an older version took out', async () => {
  const previous = (counted?: true) => ({
    at: AT,
    called: CALLED,
    settlement: 5,
    ...(counted && { counted }),
  });
  const rows = [
    busy(1, { previous: previous() }),
    row(2, { previous: previous() }),
    row(3, { previous: previous(true) }),
  ];
  const all = await settled({ rows });
  expect(all.opened).toMatchObject({ replaces: { calls: 3, ofDay: 3 }, failed: 1 });
  expect(all.of('days.count')[0]?.[1]).toMatchObject({ delivered: 2, failed: -2 });
  const some = await settled({ rows, takenBack: 1 });
  expect(some.opened?.replaces).toEqual({ calls: 2, ofDay: 2 });
  expect(some.of('settlements.takenBackThrough')[0]).toEqual(['settlements.takenBackThrough', 'c', 2]);
  const now = await settled({ rows: [rows[2] as CallRow] });
  expect(now.of('settlements.takenBackThrough')).toEqual([]);
  expect((await settled({ rows: [row(1)] })).opened).not.toHaveProperty('replaces');
});

test('calls that were cancelled after a deletion have their hold released, which may be released already', async () => {
  const rows = [row(1, { status: 'cancelled' }), row(2, { status: 'cancelled' })];
  const { of, opened } = await settled({ rows, campaign: { status: 'Deleting' } });
  expect(opened).toMatchObject({ cancelled: 2, delivered: 0, failed: 0 });
  expect(of('ledger.execute')).toEqual([
    [
      'ledger.execute',
      's',
      { type: 'release', key: 'release:c:2:given-back-7', campaignId: 'c', calls: 2, reason: 'deleted' },
    ],
  ]);
  const refused = await settled({ rows, campaign: { status: 'Deleting' }, refusal: 'no hold' });
  expect(refused.failure).toBeUndefined();
  expect(refused.of('log.warn')).toHaveLength(1);
});

test('a charge that the ledger refuses stops the settlement before it is counted', async () => {
  const { failure, of } = await settled({ rows: [row(1)], refusal: 'insufficient hold' });
  expect(String(failure)).toBe('Error: The ledger refused deduct:c:7: insufficient hold');
  expect(of('statuses.countSettlement', 'days.count')).toEqual([]);
});

test('a settlement that another settler has left open is applied as it is, a final one is not', async () => {
  const open = { ...SETTLEMENT, delivered: 3, failed: 1, retryable: 1, faults: 0, run: 1 };
  const { of } = await settled({ open });
  expect(of('settlements.open')).toEqual([]);
  expect(of('ledger.execute')[0]?.[2]).toMatchObject({ calls: 3, key: 'deduct:c:7' });
  expect(of('statuses.countSettlement')[0]).toEqual([
    'statuses.countSettlement',
    'c',
    7,
    { run: 1, delivered: 3, failed: 1, retryable: 1, reasons: {}, deducted: 70 },
  ]);
  const final = await settled({ open: { ...open, final: true } });
  expect(final.of('statuses.countSettlement', 'results.listUnsettled')).toEqual([]);
  expect(final.of('finish')).toHaveLength(1);
});

test('the owner is told of a pause once the settlement that caused it is counted', async () => {
  const faults = Array.from({ length: 3 }, (_, at) => busy(at + 1, { carrierFault: true }));
  const { calls } = await settled({ rows: faults, isPaused: true });
  const names = calls.map(([name]) => name);
  expect(names.indexOf('jobs.notify')).toBeGreaterThan(names.indexOf('statuses.countSettlement'));
  expect((await settled({ rows: faults })).of('jobs.notify')).toEqual([]);
});
