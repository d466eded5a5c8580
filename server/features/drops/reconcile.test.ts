import { expect, test } from 'vitest';
import type { RunnableCampaign } from '#server/features/campaigns/api.ts';
import { createCallRecorder } from '#server/testing/fakes/recorded-calls.ts';
import type { DropsDeps } from './drops-deps.ts';
import { failOverdue, scan } from './reconcile.ts';

const NOW = new Date('2027-01-12T15:00:00Z');
const later = (ms: number) => new Date(NOW.getTime() + ms);
const NO_REPORT = { status: 'failed', at: NOW, code: '', reason: 'No report', retryable: false };
const DEADLINE = later(60_000);

interface Given {
  campaign?: Partial<RunnableCampaign>;
  /** Claims of the campaign whose lease has expired. */
  expired?: object[];
  /** States in which it has unsettled calls. */
  states?: string[];
  hasClaims?: boolean;
  missing?: string[];
  next?: object;
  overdue?: object[];
  reserved?: string[];
  due?: string[];
  notices?: string[];
  startedAt?: Date;
}

/** Scans a system with one open campaign; returns what is done. */
async function scanned(given: Given, work: typeof scan | typeof failOverdue = scan) {
  const { calls, recorded } = createCallRecorder();
  const campaign = {
    id: 'c',
    caller: 'ana',
    status: 'Sending',
    run: 2,
    runEpoch: 4,
    lastSettlement: 6,
    isTest: false,
    voidedPreparations: ['void'],
    ...given.campaign,
  };
  const states = given.states ?? ['placed'];
  const deps = {
    campaigns: recorded('campaigns', { find: () => Promise.resolve(campaign) }),
    openCampaigns: {
      async *streamDue() {
        yield* await Promise.resolve(given.due ?? []);
      },
      listOpen: () => Promise.resolve(['c']),
      listReserved: () => Promise.resolve(given.reserved ?? []),
    },
    notices: { listDue: () => Promise.resolve(given.notices ?? []) },
    claims: recorded('claims', {
      listExpired: () => Promise.resolve(given.expired ?? []),
      listOverdue: () => Promise.resolve(given.overdue ?? []),
      exists: () => Promise.resolve(given.hasClaims ?? true),
      listMissing: () => Promise.resolve(given.missing ?? []),
      markVoid: () => Promise.resolve(true),
    }),
    calls: recorded('calls', {
      has: (_id: string, wanted: string[]) => Promise.resolve(wanted.some((state) => states.includes(state))),
      listClaims: () => Promise.resolve(['k']),
      listClaimed: () => Promise.resolve(new Set()),
      listPending: () => Promise.resolve([{ _id: 'id-1', run: 2, seq: 1 }]),
    }),
    results: recorded('results', { listBySeq: () => Promise.resolve([]) }),
    settlements: recorded('settlements', { find: () => Promise.resolve(given.next) }),
    jobs: recorded('jobs'),
    callLog: recorded('callLog'),
    calendar: { mode: 'off', zoneOf: () => 'UTC' },
    carrier: { capabilities: { idempotencyKeys: true } },
    clock: { now: () => NOW },
    startedAt: given.startedAt ?? later(-10_000),
    options: { giveUpGraceMs: 10_000, reportDeadlineMs: 60_000, claimLeaseMs: 5_000 },
  } as unknown as DropsDeps;
  const outcome: unknown = await work(deps);
  const done = calls.filter(
    ([name]) => !/\.(find|has|exists|list[A-Z]\w*)$/.test(name as string) || name === 'claims.listOverdue',
  );
  return { outcome, done: done.filter(([name]) => name !== 'claims.listOverdue'), calls };
}

const RAN = ['jobs.ensureRunning', 'c'];
const SETTLED = ['jobs.settle', 'c'];
const PLACING = { _id: 'k', campaignId: 'c', state: 'placing', seqs: [1], drops: [], firstClaimedAt: NOW };
const OLD = { ...PLACING, firstClaimedAt: later(-23 * 3_600_000) };
const ABANDONED = ['claims.markAbandoned', expect.objectContaining({ _id: 'k' }), DEADLINE];
const WAITING = { at: later(9_000), zone: 'UTC', since: NOW };

test.each<[string, Given, unknown[][]]>([
  ['that waits for reports is left alone', {}, []],
  ['with pending calls has a run', { states: ['pending'] }, [RAN]],
  ['with an expired claim has a run', { expired: [PLACING] }, [RAN]],
  ['with results is settled', { states: ['placed', 'failed'] }, [SETTLED]],
  ['with delivered calls is settled', { states: ['placed', 'success'] }, [SETTLED]],
  ['of which nothing is open is settled', { states: [] }, [SETTLED]],
  [
    'that waits for its hours has a run when they begin',
    { states: ['pending'], campaign: { nextCalls: WAITING } },
    [['jobs.continueRun', 'c', NOW]],
  ],
  [
    'that waits and has an expired claim has a run at once',
    { expired: [PLACING], campaign: { nextCalls: WAITING } },
    [['jobs.continueRun', 'c', undefined]],
  ],
  [
    'that is deleted gives up its expired claims',
    { campaign: { status: 'Deleting' }, expired: [PLACING] },
    [ABANDONED],
  ],
  [
    'that is deleted settles calls that were released',
    { campaign: { status: 'Deleting' }, states: ['placed', 'cancelled'] },
    [SETTLED],
  ],
  [
    'that is paused keeps claims whose keys may be used again',
    { campaign: { status: 'Paused' }, expired: [PLACING] },
    [],
  ],
  ['that is paused gives up older ones', { campaign: { status: 'Paused' }, expired: [OLD] }, [ABANDONED]],
  [
    'that is paused and open no more is not read again',
    { campaign: { status: 'Paused', statusReason: 'No funds' }, states: [], hasClaims: false },
    [['campaigns.markQuiet', 'c', 4]],
  ],
  [
    'that its owner paused is not read again while calls are pending',
    { campaign: { status: 'Paused' }, states: ['pending'], hasClaims: false },
    [['campaigns.markQuiet', 'c', 4]],
  ],
  [
    'that its owner paused is finished where none is',
    { campaign: { status: 'Paused' }, states: [], hasClaims: false },
    [SETTLED],
  ],
  [
    'that is paused is read again while a settlement is open',
    { campaign: { status: 'Paused', statusReason: 'x' }, states: ['pending'], hasClaims: false, next: {} },
    [],
  ],
  [
    'whose claims are gone fails their calls',
    { hasClaims: false, missing: ['k'] },
    [['results.giveUpUnder', { campaignId: 'c', run: 2 }, ['k'], NO_REPORT]],
  ],
  [
    'that is a paused test fails its calls',
    { campaign: { status: 'Paused', isTest: true, statusReason: 'No funds' } },
    [['results.finishPending', 'c', 2, ['id-1'], { ...NO_REPORT, reason: 'No funds' }]],
  ],
])('a campaign %s', async (_, given, expected) => {
  const { done } = await scanned(given);
  expect(done.filter(([name]) => !/callLog|calls\.release/.test(name as string))).toEqual(expected);
});

test('what is due is queued: starts, overdue reports and mails', async () => {
  const overdue = [{ _id: 'k', campaignId: 'o' }];
  const { done } = await scanned({ due: ['d'], notices: ['n'], overdue });
  expect(done).toEqual([
    ['jobs.startAt', 'd', NOW],
    ['results.giveUp', overdue[0], NO_REPORT],
    ['claims.remove', 'k'],
    ['jobs.settle', 'o'],
    ['jobs.notify', 'n'],
  ]);
});

test('calls without a report fail once each campaign, not those of another process or right after a start', async () => {
  const overdue = ['c', 'c', 'reserved'].map((campaignId, at) => ({ _id: `k${String(at)}`, campaignId }));
  const given = { overdue, reserved: ['reserved'] };
  const { outcome, done, calls } = await scanned(given, failOverdue);
  expect(outcome).toEqual(['c']);
  expect(done.map(([name]) => name)).toEqual([
    'results.giveUp',
    'claims.remove',
    'results.giveUp',
    'claims.remove',
  ]);
  expect(calls[0]).toEqual(['claims.listOverdue', NOW, 200]);
  const early = await scanned({ ...given, startedAt: later(-9_999) }, failOverdue);
  expect([early.outcome, early.calls]).toEqual([[], []]);
});
