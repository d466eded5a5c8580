import { expect, test } from 'vitest';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import { testOwnerOf } from '#server/features/campaigns/test-drops/test-owner.ts';
import { PAUSED_REASON } from '#server/platform/backup/restored-campaign.ts';
import { createCallRecorder } from '#server/testing/fakes/recorded-calls.ts';
import type { PreparedCampaign } from './preparation-store.ts';
import { commit, createHeartbeat } from './prepare.ts';

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
  const deps = { realTime: { now: () => new Date(now) }, preparationLeaseMs: 1_000 };
  const heartbeat = createHeartbeat(deps, new Date(1_000), (until) => {
    renewed.push(until.getTime());
    return Promise.resolve(isHeld);
  });
  for (now of [0, 499, 500, 999, 1_000]) await heartbeat();
  expect(renewed).toEqual([1_500, 2_000]);
  [now, isHeld] = [1_500, false];
  await expect(heartbeat()).rejects.toThrow();
});
