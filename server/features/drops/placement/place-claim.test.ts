import { expect, test } from 'vitest';
import type { ClaimDocument, FrozenDrop } from '#server/features/drops/claims/claim-store.ts';
import type { DropsDeps } from '#server/features/drops/drops-deps.ts';
import type { RunnableCampaign } from '#server/features/campaigns/api.ts';
import { createCallRecorder } from '#server/testing/fakes/recorded-calls.ts';
import { placeClaim } from './place-claim.ts';

const HOUR_MS = 3_600_000;
const NOW = new Date('2027-01-12T15:00:00Z');
const later = (ms: number) => new Date(NOW.getTime() + ms);
const LEASE_END = later(5_000);
const DEADLINE = later(60_000);

const drop = (seq: number, own: Partial<FrozenDrop> = {}) =>
  ({
    contactId: `id-${String(seq)}`,
    seq,
    attemptId: `c-${String(seq)}-1`,
    to: `1202555100${String(seq)}`,
    window: 'open',
    speech: { kind: 'media', mediaId: 'm' },
    ...own,
  }) as unknown as FrozenDrop;

const campaign = {
  id: 'c',
  caller: 'caller',
  userId: 'owner',
  status: 'Sending',
  dropsPerMinute: null,
} as unknown as RunnableCampaign;

interface Given {
  drops?: FrozenDrop[];
  reclaimed?: boolean;
  firstClaimedAt?: Date;
  ofCampaign?: Partial<RunnableCampaign>;
  /** The campaign as it is read before its first call. */
  found?: Partial<RunnableCampaign> | undefined;
  hasOwner?: boolean;
  isSuspended?: boolean;
  isStopped?: boolean;
  isAborted?: boolean;
  idempotencyKeys?: boolean;
  claims?: Record<string, unknown>;
  optedOut?: string[];
  tooOften?: string[];
  results?: Record<string, object>;
  openings?: Record<string, Date>;
}

/** Places a claim on stand-ins; returns the outcome, the numbers that were called, and what was asked of the stores. */
async function placed(given: Given) {
  const { drops = [drop(1), drop(2)], reclaimed = false, firstClaimedAt = NOW, ofCampaign = {} } = given;
  const { calls, recorded } = createCallRecorder();
  const called: string[] = [];
  const openings: Record<string, Date> = { open: later(-1_000), ...given.openings };
  const isOpen = (window: string, at: Date) => openings[window] !== undefined && openings[window] <= at;
  const current = { ...campaign, ...ofCampaign };
  const deps = {
    campaigns: recorded('campaigns', {
      find: () => Promise.resolve('found' in given ? given.found && { ...current, ...given.found } : current),
    }),
    users: recorded('users', {
      byUid: () =>
        Promise.resolve(
          given.hasOwner === false
            ? undefined
            : { suspendedAt: given.isSuspended === true ? NOW : undefined },
        ),
    }),
    callingStop: recorded('callingStop', {
      stoppedAt: () => Promise.resolve(given.isStopped === true ? NOW : undefined),
    }),
    claims: recorded('claims', {
      startPlacing: () => Promise.resolve(true),
      renew: () => Promise.resolve(true),
      retainDrops: () => Promise.resolve(true),
      ...given.claims,
    }),
    calls: recorded('calls'),
    results: recorded('results'),
    jobs: recorded('jobs'),
    callLog: recorded('callLog', {
      lookUp: () => Promise.resolve('seen'),
      reserve: () => Promise.resolve(new Set(given.tooOften)),
    }),
    doNotCall: recorded('doNotCall', { among: () => Promise.resolve(new Set(given.optedOut)) }),
    slotReservations: recorded('slotReservations'),
    calendar: {
      mode: 'enforce',
      openUntil: (window: string, _hours: unknown, at: Date) =>
        isOpen(window, at) ? new Date(at.getTime() + HOUR_MS) : undefined,
      nextOpening: (window: string, _hours: unknown, at: Date) =>
        isOpen(window, at) ? at : openings[window],
    },
    carrier: {
      capabilities: { idempotencyKeys: given.idempotencyKeys ?? true },
      place({ to }: FrozenDrop) {
        called.push(to.slice(-1));
        return Promise.resolve(given.results?.[to.slice(-1)] ?? { kind: 'accepted' });
      },
    },
    rate: { pass: () => Promise.resolve(true) },
    clock: { now: () => NOW },
    keyOf: () => 'open',
    metrics: recorded('metrics', { count: () => undefined, observe: () => undefined }),
    log: recorded('log', { warn: () => undefined }),
    options: { concurrency: 2, retryDelaysMs: [], claimLeaseMs: 5_000, reportDeadlineMs: 60_000 },
  } as unknown as DropsDeps;
  const claim = {
    _id: 'claim',
    campaignId: 'c',
    run: 1,
    seqs: drops.map(({ seq }) => seq),
    drops,
    firstClaimedAt,
  };
  const signal = given.isAborted === true ? AbortSignal.abort() : new AbortController().signal;
  const control = { signal, heartbeat: () => Promise.resolve(), holder: 'h' };
  const request = { campaign: current, claim: claim as unknown as ClaimDocument, reclaimed };
  const outcome = await placeClaim(deps, request, control);
  const asked = (...names: string[]) => calls.filter(([name]) => names.includes(name as string));
  const written = asked(
    ...['retainDrops', 'markPlaced', 'remove', 'renew'].map((name) => `claims.${name}`),
    ...['release', 'markPlaced'].map((name) => `calls.${name}`),
    ...['markRefused', 'markNotMade'].map((name) => `results.${name}`),
    ...['callLog.remove', 'jobs.continueRun', 'campaigns.clearCarrierDown', 'campaigns.pause', 'jobs.notify'],
  ).map(([name, ...args]) => [name, ...args.map((arg) => (isClaim(arg) ? 'CLAIM' : arg))]);
  return { outcome, called, written, asked };
}

const isClaim = (arg: unknown) =>
  typeof arg === 'object' && arg !== null && '_id' in arg && arg._id === 'claim';
const loggedOf = (...seqs: number[]) =>
  seqs.map(
    (seq) => expect.objectContaining({ attemptId: `c-${String(seq)}-1`, phone: drop(seq).to }) as unknown,
  );

const PLACED = ['claims.markPlaced', 'CLAIM', DEADLINE];
const RELEASED = [
  ['claims.retainDrops', 'CLAIM', []],
  ['callLog.remove', 'caller', loggedOf(1, 2), NOW],
  ['calls.release', 'c', [1, 2], 'claim'],
  ['claims.remove', 'claim'],
];

test('a claim is started under its lease, recorded with what was read before, and waits for reports', async () => {
  const { outcome, called, written, asked } = await placed({});
  expect(outcome).toEqual({ end: 'placed', responses: 2, unknown: 0 });
  expect(called).toEqual(['1', '2']);
  expect(written).toEqual([['calls.markPlaced', 'c', ['id-1', 'id-2'], 'claim'], PLACED]);
  const starts = asked(
    'claims.startPlacing',
    'slotReservations.reserve',
    'callLog.lookUp',
    'callLog.reserve',
  );
  expect(starts).toEqual([
    ['callLog.lookUp', 'caller', loggedOf(1, 2)],
    ['slotReservations.reserve', campaign],
    ['claims.startPlacing', expect.objectContaining({ _id: 'claim' }), LEASE_END],
    ['callLog.reserve', 'caller', loggedOf(1, 2), 'seen'],
  ]);
  expect(starts[3]?.[2]).toMatchObject([{ window: 'open' }, { window: 'open' }]);
  expect(asked('metrics.count')).toEqual([['metrics.count', 'hark_drops_placed_total', {}, 2]]);
});

test('a test call is not counted among the calls to its number', async () => {
  const { called, asked } = await placed({ ofCampaign: { isTest: true }, tooOften: ['c-1-1'] });
  expect(called).toEqual(['1', '2']);
  expect(asked('callLog.lookUp', 'callLog.reserve')).toEqual([]);
});

test.each<[string, Given]>([
  ['has opted out while it waited', { optedOut: [drop(1).to], firstClaimedAt: later(-500) }],
  ['has no calling hours now', { drops: [drop(1, { window: 'closed' }), drop(2)] }],
])('a number that %s is not called, and pending again', async (_, given) => {
  const { outcome, called, written, asked } = await placed(given);
  expect(called).toEqual(['2']);
  expect(outcome).toEqual({ end: 'placed', responses: 1, unknown: 0 });
  expect(written).toEqual([
    ['calls.markPlaced', 'c', ['id-2'], 'claim'],
    ['claims.retainDrops', 'CLAIM', []],
    ['callLog.remove', 'caller', loggedOf(1), NOW],
    ['calls.release', 'c', [1], 'claim'],
    PLACED,
  ]);
  if (given.optedOut !== undefined)
    expect(asked('doNotCall.among')).toEqual([['doNotCall.among', 'caller', [drop(1).to, drop(2).to]]]);
});

test('a number that was called too often fails, unless the claim was taken meanwhile', async () => {
  const { called, written } = await placed({ tooOften: ['c-1-1'] });
  expect(called).toEqual(['2']);
  expect(written.slice(0, 2)).toEqual([
    ['claims.retainDrops', 'CLAIM', [drop(2)]],
    [
      'results.markNotMade',
      'CLAIM',
      ['id-1'],
      expect.objectContaining({ status: 'failed', at: NOW, reason: 'called too often' }),
    ],
  ]);
  const taken = await placed({ tooOften: ['c-1-1'], claims: { retainDrops: () => Promise.resolve(false) } });
  expect(taken.called).toEqual(['2']);
  expect(taken.written.map(([name]) => name)).not.toContain('results.markNotMade');
});

test('calls that the carrier refuses fail together by reason, and are no longer counted', async () => {
  const refused = (code: string, reason: string) => ({ kind: 'rejected', code, reason });
  const drops = [drop(1), drop(2), drop(3), drop(4)];
  const results = { 1: refused('x', 'Bad'), 2: refused('y', 'Worse'), 3: refused('x', 'Bad') };
  const { outcome, written } = await placed({ drops, results });
  expect(outcome).toEqual({ end: 'placed', responses: 4, unknown: 0 });
  const failed = (code: string, reason: string) =>
    ({ status: 'failed', at: NOW, code, reason, carrierFault: true, retryable: true }) as unknown;
  expect(written).toEqual([
    ['calls.markPlaced', 'c', ['id-4'], 'claim'],
    ['claims.retainDrops', 'CLAIM', []],
    ['callLog.remove', 'caller', loggedOf(1, 2, 3), NOW],
    ['results.markRefused', 'CLAIM', ['id-1', 'id-3'], failed('x', 'Bad')],
    ['results.markRefused', 'CLAIM', ['id-2'], failed('y', 'Worse')],
    PLACED,
  ]);
  const taken = await placed({ drops, results, claims: { retainDrops: () => Promise.resolve(false) } });
  expect(taken.written.map(([name]) => name)).not.toContain('results.markRefused');
});

test('calls without a response keep a claim open, unless the carrier has no keys', async () => {
  const results = { 1: { kind: 'timeout' } };
  const withKeys = await placed({ results });
  expect(withKeys.outcome).toEqual({ end: 'placed', responses: 1, unknown: 1 });
  expect(withKeys.written).toEqual([['calls.markPlaced', 'c', ['id-2'], 'claim']]);
  const without = await placed({ results, idempotencyKeys: false });
  expect(without.written.at(-1)).toEqual(PLACED);
});

test('any response ends an outage; without one the carrier is down', async () => {
  const ofCampaign = { carrierDownSince: NOW };
  const down = { kind: 'unavailable', notAccepted: true };
  const cleared = ['campaigns.clearCarrierDown', 'c'];
  const answered = await placed({ ofCampaign });
  expect(answered.written).toContainEqual(cleared);
  const silent = await placed({ ofCampaign, results: { 1: down, 2: down }, idempotencyKeys: false });
  expect(silent.outcome).toEqual({ end: 'carrier down', responses: 0, unknown: 0 });
  expect(silent.written).not.toContainEqual(cleared);
  expect((await placed({})).written).not.toContainEqual(cleared);
});

test('a fault of the account pauses the campaign before its calls are pending again', async () => {
  const results = { 1: { kind: 'unavailable', accountFault: 'No funds' } };
  const { outcome, written } = await placed({ drops: [drop(1)], results, ofCampaign: { runEpoch: 3 } });
  expect(outcome).toEqual({ end: 'stopped', responses: 0, unknown: 0 });
  const names = written.map(([name]) => name);
  expect(written).toContainEqual(['campaigns.pause', 'c', 3, 'No funds']);
  expect(names.indexOf('campaigns.pause')).toBeLessThan(names.indexOf('calls.release'));
});

test.each<[string, Given, unknown[], string]>([
  ['of a paused campaign', { found: { status: 'Paused' } }, RELEASED, 'stopped'],
  ['of an erased campaign', { found: undefined }, RELEASED, 'stopped'],
  ['of an account that is erased', { hasOwner: false }, RELEASED, 'stopped'],
  ['of an account that is suspended', { isSuspended: true }, RELEASED, 'stopped'],
  ['while all calls are stopped', { isStopped: true }, RELEASED, 'stopped'],
  ['that was voided', { claims: { startPlacing: () => Promise.resolve(false) } }, [RELEASED[2]], 'placed'],
  ['of a run that has ended', { isAborted: true }, [RELEASED[2], RELEASED[3]], 'stopped'],
  ['without calls', { drops: [] }, [['calls.release', 'c', [], 'claim'], RELEASED[3]], 'placed'],
])('a new claim %s is released and calls nobody', async (_, given, released, end) => {
  const { outcome, called, written } = await placed(given);
  expect(called).toEqual([]);
  expect(outcome).toEqual({ end, responses: 0, unknown: 0 });
  expect(written).toEqual(released);
});

test.each<[string, Given, unknown[], string]>([
  ['without calls', { drops: [] }, [PLACED], 'placed'],
  ['of a paused campaign', { found: { status: 'Paused' } }, [], 'stopped'],
  ['of a run that has ended', { isAborted: true }, [], 'stopped'],
  ['whose keys have expired', { firstClaimedAt: later(-23 * HOUR_MS) }, [PLACED], 'placed'],
  ['at a carrier without keys', { idempotencyKeys: false }, [PLACED], 'placed'],
  ['whose hours are over for good', { drops: [drop(1, { window: 'closed' })] }, [PLACED], 'placed'],
])('a reclaimed claim %s is never released and calls nobody', async (_, given, kept, end) => {
  const { outcome, called, written } = await placed({ ...given, reclaimed: true });
  expect(called).toEqual([]);
  expect(outcome).toEqual({ end, responses: 0, unknown: 0 });
  expect(written).toEqual(kept);
});

test('a reclaimed claim waits for the first of its hours, or until its keys expire', async () => {
  const drops = [drop(1, { window: 'late' }), drop(2, { window: 'soon' })];
  const waits = async (openings: Record<string, Date>, ofCampaign = {}, claims = {}) => {
    const given = { drops, reclaimed: true, openings, ofCampaign, claims };
    const { called, written } = await placed(given);
    expect(called).toEqual([]);
    return written;
  };
  expect(
    await waits({ late: later(9 * HOUR_MS), soon: later(2 * HOUR_MS) }, { carrierDownSince: NOW }),
  ).toEqual([
    ['claims.renew', 'CLAIM', later(2 * HOUR_MS)],
    ['jobs.continueRun', 'c', later(2 * HOUR_MS)],
    ['campaigns.clearCarrierDown', 'c'],
  ]);
  const openings = { late: later(40 * HOUR_MS), soon: later(30 * HOUR_MS) };
  expect(await waits(openings)).toEqual([
    ['claims.renew', 'CLAIM', later(23 * HOUR_MS)],
    ['jobs.continueRun', 'c', later(23 * HOUR_MS)],
  ]);
  expect(await waits(openings, {}, { renew: () => Promise.resolve(false) })).toEqual([
    ['claims.renew', 'CLAIM', later(23 * HOUR_MS)],
  ]);
});

test('a refusal of a reclaimed call, or one of a restored campaign, is decided by its report', async () => {
  const results = { 1: { kind: 'rejected', code: 'x', reason: 'Bad' } };
  for (const given of [{ reclaimed: true }, { ofCampaign: { restoredFrom: NOW } }]) {
    const { written } = await placed({ ...given, results });
    expect(written.filter(([name]) => name !== 'claims.renew')).toEqual([
      ['calls.markPlaced', 'c', ['id-2', 'id-1'], 'claim'],
      PLACED,
    ]);
  }
});
