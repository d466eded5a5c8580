import { expect, test } from 'vitest';
import type { CampaignCounters } from '#server/features/campaigns/api.ts';
import { outcomesOf } from './outcome-procedures.ts';

test('the reasons of failures are in the order of their calls, the most first, and those of none are left out', async () => {
  const outcomes = {
    '4001': { calls: 0, retryable: 0 },
    '4002': { calls: 1, retryable: 1 },
    '4006': { calls: 3, retryable: 2 },
    other: { calls: 2, retryable: 0 },
  };
  const campaign = { id: 'c', total: 9, delivered: 3, failed: 6, pending: 0, outcomes } as CampaignCounters;
  const { reasons } = await outcomesOf(
    { countOutcomes: () => Promise.reject(new Error('stored')) },
    campaign,
  );
  expect(reasons.map(({ code, count, retryable }) => [code, count, retryable])).toEqual([
    ['4006', 3, 2],
    ['other', 2, 0],
    ['4002', 1, 1],
  ]);
});
