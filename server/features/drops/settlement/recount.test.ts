import { expect, test } from 'vitest';
import { countOutcomes, type OutcomeRecords } from './count-outcomes.ts';
import { daySharesOf } from './day-shares.ts';
import type { RecountedCall, RecountStore } from './recount-store.ts';
import { recount } from './recount.ts';
import type { SettlementDocument } from './settlement-store.ts';

const MONDAY = new Date('2026-11-23T15:00:00Z');
const TUESDAY = new Date('2026-11-24T15:00:00Z');

/** A call that was settled. */
const call = (change: Partial<RecountedCall>) =>
  ({ status: 'success', settlement: 1, at: MONDAY, ...change }) as RecountedCall;
const failed = (change: Partial<RecountedCall> = {}) =>
  call({ status: 'failed', reason: 'Busy', code: '4006', retryable: true, ...change });

const storeOf = (calls: readonly RecountedCall[]) =>
  ({
    async *streamCalls(campaignId: string) {
      if (campaignId === 'c') yield* calls;
      await Promise.resolve();
    },
  }) as RecountStore;

const counted = async (...calls: RecountedCall[]) => {
  const { days, reasons, ...sums } = await recount(storeOf(calls), 'c');
  const shares = Object.fromEntries(
    [...days].map(([day, { delivered, failed: lost }]) => [day, [delivered, lost]]),
  );
  return { ...sums, days: shares, reasons: Object.values(reasons) };
};

test('settled calls are counted by their result, their day and their reason', async () => {
  expect(
    await counted(call({}), call({ at: TUESDAY }), failed(), failed({ at: TUESDAY, retryable: false })),
  ).toEqual({
    delivered: 2,
    failed: 2,
    retryable: 1,
    days: { '2026-11-23': [1, 1], '2026-11-24': [1, 1] },
    reasons: [{ calls: 2, retryable: 1 }],
  });
});

test.each<[string, RecountedCall]>([
  ['that no settlement has counted', call({ settlement: undefined })],
  ['that is not final', call({ status: 'placed' })],
  ['that was cancelled', call({ status: 'cancelled' })],
  ['without a time', call({ at: undefined })],
  ['that was settled and is open again', call({ unsettled: true })],
])('a call %s counts nowhere', async (_, one) => {
  expect(await counted(one)).toEqual({ delivered: 0, failed: 0, retryable: 0, days: {}, reasons: [] });
});

test('a late success counts as the failure that it was until it is settled', async () => {
  const failedBefore = { at: MONDAY, reason: 'Busy', code: '4006', retryable: true };
  const late = call({ at: TUESDAY, failedBefore });
  expect(await counted({ ...late, unsettled: true })).toMatchObject({
    delivered: 0,
    failed: 1,
    retryable: 1,
    days: { '2026-11-23': [0, 1] },
  });
  expect(await counted(late)).toMatchObject({ delivered: 1, failed: 0, days: { '2026-11-24': [1, 0] } });
});

test.each<[string, boolean, boolean]>([
  ['Success', true, true],
  ['Failed', true, true],
  ['Failed', false, false],
  ['Sending', true, false],
  ['Paused', true, false],
])('reasons of a campaign that is %s are stored (%s): %s', async (status, isUnchanged, isCounted) => {
  const stored: unknown[] = [];
  const campaigns: OutcomeRecords = {
    find: () => Promise.resolve({ id: 'c', status, run: 1, lastSettlement: 1, failed: 1 }),
    setOutcomes: (_campaign, outcomes) => {
      stored.push(outcomes);
      return Promise.resolve(isUnchanged);
    },
  };
  const reasons = await countOutcomes({ campaigns, recounts: storeOf([failed()]) }, 'c');
  expect(reasons !== undefined).toBe(isCounted);
  const isFinal = status === 'Success' || status === 'Failed';
  expect(stored).toMatchObject(isFinal ? [{ retryable: 1 }] : []);
});

test('a settlement adds its counts to its day, without the failures of that day that it replaces', () => {
  const settlement = {
    day: '2026-11-23',
    delivered: 3,
    failed: 2,
    hours: { '1-09': { delivered: 3, failed: 2 } },
  };
  const shares = (more: object = {}) =>
    daySharesOf({ ...settlement, ...more } as unknown as SettlementDocument);
  expect(shares()).toEqual([settlement]);
  expect(shares({ hours: undefined })).toEqual([{ ...settlement, hours: {} }]);
  expect(shares({ replaces: { calls: 5, ofDay: 4 } })).toEqual([{ ...settlement, failed: -2 }]);
  expect(shares({ final: true })).toEqual([]);
  const taken = { day: '2026-11-20', failed: -1, hours: {} };
  expect(shares({ takesBack: { days: [taken] } })).toEqual([{ delivered: 0, ...taken }]);
});
