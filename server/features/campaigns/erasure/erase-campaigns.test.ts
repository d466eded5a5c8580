import { expect, test } from 'vitest';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import { createCallRecorder } from '#server/testing/fakes/recorded-calls.ts';
import { eraseCampaigns } from './erase-campaigns.ts';

async function erased({ hasAny = false, isPrepared = false } = {}) {
  const { calls, recorded } = createCallRecorder();
  const batches = [['t1', 't2'], ['t3'], []];
  const deps = {
    erasures: recorded('erasures', {
      async *streamLive() {
        yield* await Promise.resolve([
          { _id: 'live', status: 'Sending' },
          { _id: 'deleting', status: 'Deleting' },
        ]);
      },
      listTombstones: () => Promise.resolve(batches.shift()),
      hasAny: () => Promise.resolve(hasAny),
    }),
    statuses: recorded('statuses', {
      transition: (_id: string, to: string) =>
        Promise.resolve(to === 'Deleting' && isPrepared ? undefined : {}),
    }),
    ...recorded('deps'),
    consents: recorded('consents'),
    cancelCalls: (id: string) => Promise.resolve(void calls.push(['cancelCalls', id])),
    eraseCampaign: (id: string) => Promise.resolve(void calls.push(['eraseCampaign', id])),
    eraseCounts: (...args: unknown[]) => Promise.resolve(void calls.push(['eraseCounts', ...args])),
  } as unknown as CampaignsDeps;
  const isDone = await eraseCampaigns(deps, 'u');
  return { isDone, calls };
}

const PAUSE = ['statuses.transition', 'live', 'Paused', { from: ['Sending'] }];
const DELETE = ['statuses.transition', 'live', 'Deleting', { unset: ['liveName'] }];
const removed = (id: string) => [
  ['cancelCalls', id],
  ['eraseCampaign', id],
];
const TOMBSTONES = [
  ['erasures.listTombstones', 'u', 100],
  ['eraseCounts', 'u', ['t1', 't2']],
  ['erasures.eraseTombstones', ['t1', 't2']],
  ['erasures.listTombstones', 'u', 100],
  ['eraseCounts', 'u', ['t3']],
  ['erasures.eraseTombstones', ['t3']],
  ['erasures.listTombstones', 'u', 100],
  ['eraseCounts', 'u', []],
  ['erasures.hasAny', 'u'],
];

test('each campaign is deleted as by its owner, then its counts and what is left of it, and the consents last', async () => {
  const { isDone, calls } = await erased();
  expect(isDone).toBe(true);
  expect(calls).toEqual([
    ['erasures.streamLive', 'u'],
    PAUSE,
    DELETE,
    ...removed('live'),
    ...removed('deleting'),
    ...TOMBSTONES,
    ['consents.eraseAll', 'u'],
  ]);
});

test('one that is being prepared is left to the next call, as are the consents', async () => {
  const { isDone, calls } = await erased({ hasAny: true, isPrepared: true });
  expect(isDone).toBe(false);
  expect(calls).toEqual([['erasures.streamLive', 'u'], PAUSE, DELETE, ...removed('deleting'), ...TOMBSTONES]);
});
