import { expect, test } from 'vitest';
import type { DropsDeps } from '#server/features/drops/drops-deps.ts';
import type { RunnableCampaign } from '#server/features/campaigns/api.ts';
import { createCallRecorder } from '#server/testing/fakes/recorded-calls.ts';
import { pauseOnFaultRate } from './pause-on-fault.ts';
import type { SettlementDocument } from './settlement-store.ts';

interface Given {
  /** Calls and faults of the last settlements, the latest first. */
  settled?: [calls: number, faults: number][];
  own?: Partial<SettlementDocument>;
  campaign?: Partial<RunnableCampaign>;
  isPaused?: boolean;
}

async function done({ settled = [[50, 26]], own, campaign, isPaused = true }: Given) {
  const { calls, recorded } = createCallRecorder();
  const deps = {
    campaigns: recorded('campaigns', { pause: () => Promise.resolve(isPaused) }),
    jobs: recorded('jobs'),
    log: { warn: () => undefined },
    metrics: recorded('metrics', { count: () => undefined }),
    settlements: recorded('settlements', {
      listByRunEpoch: () =>
        Promise.resolve(settled.map(([runEpochCalls, faults]) => ({ runEpochCalls, faults }))),
    }),
  } as unknown as DropsDeps;
  const settlement = { runEpoch: 3, delivered: 20, failed: 30, faults: 26, faultReason: 'Denied', ...own };
  const of = { id: 'c', total: 101, delivered: 20, failed: 30, ...campaign } as RunnableCampaign;
  const mayMail = await pauseOnFaultRate(deps, of, settlement as SettlementDocument);
  const made = calls.filter(([name]) => name !== 'settlements.listByRunEpoch');
  return mayMail ? [...made, ['mail follows']] : made;
}

test('more than half of the last fifty calls denied pauses the campaign, and its owner gets a mail', async () => {
  expect(await done({})).toEqual([
    ['campaigns.pause', 'c', 3, '26 of the last 50 calls failed: Denied'],
    ['metrics.count', 'hark_campaigns_paused_total', { cause: 'other' }],
    ['mail follows'],
  ]);
});

test.each<[string, Given]>([
  ['half of them', { settled: [[50, 25]] }],
  ['fewer than fifty', { settled: [[49, 49]] }],
  [
    'older ones',
    {
      settled: [
        [50, 0],
        [100, 100],
      ],
    },
  ],
  ['none of this settlement', { own: { faults: 0 } }],
  ['all, of which none is left', { campaign: { total: 100 } }],
])('%s pause nothing', async (_, given) => {
  expect(await done(given)).toEqual([]);
});

test('several settlements make up the last fifty; of several workers one sends the mail', async () => {
  const settled: [number, number][] = [
    [20, 20],
    [20, 10],
    [20, 5],
    [100, 0],
  ];
  expect((await done({ settled }))[0]).toEqual([
    'campaigns.pause',
    'c',
    3,
    '35 of the last 60 calls failed: Denied',
  ]);
  expect(await done({ isPaused: false })).toEqual([
    ['campaigns.pause', 'c', 3, '26 of the last 50 calls failed: Denied'],
  ]);
});
