import { expect, test } from 'vitest';
import { releaseDeleted } from './finish-campaign.ts';

type Args = Parameters<typeof releaseDeleted>;

test.each([
  ['before its final settlement waits for the results of all calls', false, ['success', 'failed']],
  ['after its final settlement waits for calls at the carrier alone', true, []],
])('a deleted campaign %s', async (_, final, more) => {
  const asked: unknown[] = [];
  const deps = {
    settlements: {
      find: (...args: unknown[]) => Promise.resolve(asked.push(args) > 0 ? { final } : undefined),
    },
    calls: {
      has: (...args: unknown[]) => {
        asked.push(args);
        return Promise.resolve(true);
      },
    },
  } as unknown as Args[0];
  const campaign = { id: 'c1', lastSettlement: 4, voidedPreparations: ['p1'] } as unknown as Args[1];
  expect(await releaseDeleted(deps, campaign)).toBe('open');
  expect(asked).toEqual([
    ['c1', 5],
    ['c1', ['claimed', 'placed', ...more], ['p1']],
  ]);
});
