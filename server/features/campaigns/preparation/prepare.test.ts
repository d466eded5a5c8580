import { expect, test } from 'vitest';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import { testOwnerOf } from '#server/features/campaigns/test-drops/test-owner.ts';
import { PAUSED_REASON } from '#server/platform/backup/restored-campaign.ts';
import { createCallRecorder } from '#server/testing/fakes/recorded-calls.ts';
import type { PreparedCampaign } from './preparation-store.ts';
import { callsOf, commit, createHeartbeat, executePreparation, holdError, holdKey } from './prepare.ts';

const HOLD = { calls: 3, credits: 30 };
const REASONS = { 4006: { calls: 3, retryable: 3 } };

/** Commits a preparation; returns what is written of its campaign, and what is read before. */
async function committed(
  preparing: object,
  own: object = {},
): Promise<{ outcome: unknown; reads: unknown[] }> {
  const { calls, recorded } = createCallRecorder();
  const deps = {
    statuses: recorded('statuses'),
    contacts: recorded('contacts', {
      retriedReasons: () => Promise.resolve(REASONS),
      countWindows: () => Promise.reject(new Error('no database')),
    }),
  } as unknown as CampaignsDeps;
  const campaign = { _id: 'c', userId: 'u', preparing: { preparationId: 'p', ...preparing }, ...own };
  await commit(deps, campaign as unknown as PreparedCampaign, HOLD);
  const [written, ...reads] = calls.toReversed();
  expect(written?.slice(0, 2)).toEqual(['statuses.commitPreparation', campaign]);
  return { outcome: written?.[2], reads };
}

test('a new campaign becomes Scheduled with its calls and what they hold', async () => {
  const { outcome, reads } = await committed({ kind: 'create', leftOut: { duplicate: 2 } });
  const increase = { total: 3, creditCost: 30, held: 30 };
  expect(outcome).toEqual({ to: 'Scheduled', set: {}, increase, leftOut: { duplicate: 2 } });
  expect(reads).toEqual([]);
});

test('added contacts change when it is expected to end, which nobody knows while the database is away', async () => {
  const { outcome, reads } = await committed({ kind: 'add' });
  const increase = { total: 3, creditCost: 30, held: 30 };
  expect(outcome).toEqual({ set: { plannedEnd: null }, increase, leftOut: {} });
  expect(reads).toEqual([['contacts.countWindows', 'c']]);
});

test('a retry takes its calls out of the failed ones, and out of their reasons where these are counted', async () => {
  const retry = { kind: 'retry', run: 2 };
  const counted = await committed(retry, { outcomes: REASONS });
  expect(counted.outcome).toEqual({
    to: 'Sending',
    set: { run: 2 },
    increase: { failed: -3, retryable: -3, held: 30 },
    outcomes: REASONS,
    leftOut: {},
  });
  expect(counted.reads).toEqual([['contacts.retriedReasons', 'c', 'p']]);
  const { outcome, reads } = await committed(retry);
  const set = { run: 2, retryable: 0 };
  expect(outcome).toEqual({ to: 'Sending', set, increase: { failed: -3, held: 30 }, leftOut: {} });
  expect(reads).toEqual([]);
});

test.each(['create', 'retry'])('a %s that a backup had in progress waits for its owner', async (kind) => {
  const { outcome } = await committed({ kind, run: 2 }, { restoredFrom: new Date() });
  expect(outcome).toMatchObject({ to: 'Paused', set: { statusReason: PAUSED_REASON } });
  const added = await committed({ kind: 'add' }, { restoredFrom: new Date() });
  expect(added.outcome).not.toHaveProperty('to');
});

test('a test call that a backup had in progress is paused as started, so that the scan ends it', async () => {
  const userId = testOwnerOf('u');
  const { outcome } = await committed({ kind: 'create' }, { userId, restoredFrom: new Date() });
  expect(outcome).toMatchObject({ to: 'Paused', set: { startedAt: expect.any(Date) as Date } });
});

test('a heartbeat renews the lease once half of it has passed, and ends the work whose lease is lost', async () => {
  let [now, isHeld] = [0, true];
  const renewed: number[] = [];
  const deps = { clock: { now: () => new Date(now) }, preparationLeaseMs: 1_000 };
  const heartbeat = createHeartbeat(deps, new Date(1_000), (until) => {
    renewed.push(until.getTime());
    return Promise.resolve(isHeld);
  });
  for (now of [0, 499, 500, 999, 1_000]) await heartbeat();
  expect(renewed).toEqual([1_500, 2_000]);
  [now, isHeld] = [1_500, false];
  await expect(heartbeat()).rejects.toThrow();
});

interface Given {
  kind?: string;
  /** What the ledger refuses. */
  refusal?: object;
  hasOwner?: boolean;
  fails?: boolean;
}

/** Executes a preparation; returns its result or the error, and what is asked of the stores in order. */
async function executed({ kind = 'add', refusal, hasOwner = true, fails = false }: Given) {
  const { calls, recorded } = createCallRecorder();
  const event = { amount: 30, lots: [{ calls: 2 }, { calls: 1 }] };
  const deps = {
    ...Object.fromEntries(
      ['statuses', 'contacts', 'consents', 'jobs', 'preparations'].map((name) => [name, recorded(name)]),
    ),
    ledger: recorded('ledger', {
      execute: () => Promise.resolve(refusal === undefined ? { ok: true, event } : { ok: false, refusal }),
    }),
    users: { byUid: (uid: string) => Promise.resolve(hasOwner && uid === 'u' ? {} : undefined) },
    clock: { now: () => new Date() },
    preparationLeaseMs: 1_000,
  } as unknown as CampaignsDeps;
  const preparing = { kind, preparationId: 'p', run: 2, leaseUntil: new Date() };
  const campaign = { _id: 'c', userId: 'u', streamId: 's', preparing, outcomes: {} };
  const store = () => {
    calls.push(['stored']);
    return fails ? Promise.reject(new Error('failed')) : Promise.resolve(3);
  };
  const result: unknown = await executePreparation(deps, campaign as never, store, { cost: 30 }).catch(
    (error: unknown) => error,
  );
  return { result, event, steps: calls.map(([name]) => name), calls };
}

const UNDONE = ['contacts.undoPreparation', 'consents.remove', 'preparations.abandon'];

test('a preparation stores its contacts, holds what was agreed and only then commits', async () => {
  const { result, event, steps, calls } = await executed({});
  expect(result).toEqual({ event, calls: 3 });
  expect(steps.filter((step) => step !== 'contacts.countWindows')).toEqual([
    'stored',
    'ledger.execute',
    'statuses.commitPreparation',
  ]);
  const key = 'hold:c:2:p';
  expect(calls).toContainEqual([
    'ledger.execute',
    's',
    { type: 'hold', key, campaignId: 'c', calls: 3, cost: 30 },
  ]);
  expect([
    holdKey('c', { run: 2, preparationId: 'p' }),
    callsOf(event as never),
    callsOf({} as never),
  ]).toEqual([...[key, 3, 0]]);
});

test.each<[string, Given, string[], object]>([
  ['of a closed account', { hasOwner: false }, UNDONE, { code: 'UNAUTHENTICATED' }],
  ['whose contacts cannot be stored', { fails: true }, ['stored', ...UNDONE], { message: 'failed' }],
  [
    'that is not paid for',
    { refusal: { type: 'InsufficientCredits', needed: 1_500, available: 20 } },
    ['stored', 'ledger.execute', ...UNDONE],
    { code: 'INSUFFICIENT_CREDITS', message: 'Insufficient credits: 1,500 needed, 20 available' },
  ],
  [
    'of a new campaign that fails',
    { kind: 'create', fails: true },
    ['stored', 'contacts.erase', ...UNDONE.slice(1)],
    { message: 'failed' },
  ],
  [
    'of a retry that fails, whose calls may be delivered meanwhile',
    { kind: 'retry', fails: true },
    ['stored', ...UNDONE.slice(0, 2), 'jobs.settle', 'preparations.abandon'],
    { message: 'failed' },
  ],
])('a preparation %s is undone', async (_, given, expected, error) => {
  const { result, steps } = await executed(given);
  expect(result).toMatchObject(error);
  expect(steps).toEqual(expected);
});

test.each<[string, object, object, object]>([
  [
    'InsufficientCredits',
    { needed: 2_000, available: 500 },
    {},
    {
      code: 'INSUFFICIENT_CREDITS',
      message: 'Insufficient credits: 2,000 needed, 500 available',
      details: { needed: 2_000, available: 500 },
    },
  ],
  [
    'InDebt',
    { debt: 1_200 },
    {},
    { code: 'INSUFFICIENT_CREDITS', message: 'Insufficient credits: 1,200 are owed after a refund' },
  ],
  ['NoActivePlan', {}, {}, { code: 'SUBSCRIPTION_REQUIRED', message: 'Subscription Required' }],
  ['KeyConflict', {}, {}, { code: 'UNAVAILABLE' }],
  ['ExceedsHold', {}, {}, { code: 'UNAVAILABLE' }],
  [
    'CostChanged',
    { cost: 1_500 },
    {},
    {
      code: 'CONFLICT',
      message: 'It is now 3 calls for 1,500 credits. Please confirm again.',
      details: { calls: 3, cost: 1_500 },
    },
  ],
  [
    'CostChanged',
    { cost: 1_500 },
    { maxCost: 1_000 },
    {
      code: 'CONFLICT',
      message: 'It is 3 calls for 1,500 credits now, and 1,000 were agreed to. Please confirm the price.',
      details: { calls: 3, cost: 1_500, expected_cost: 1_000 },
    },
  ],
])('a hold that is refused for %s says what is missing', (type, refusal, agreed, expected) => {
  expect(holdError({ type, ...refusal } as never, 3, agreed)).toMatchObject(expected);
});
