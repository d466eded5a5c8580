import { expect, test } from 'vitest';
import type { RunnableCampaign } from '#server/features/campaigns/api.ts';
import { createCallRecorder } from '#server/testing/fakes/recorded-calls.ts';
import { cancelCallsOf } from './cancel-calls.ts';
import type { DropsDeps } from './drops-deps.ts';

interface Given {
  campaign?: Partial<RunnableCampaign> | undefined;
  /** Calls that are cancelled in the request, and those that were so far. */
  cancelled?: number;
  counted?: number;
  refuses?: boolean;
}

/** Cancels the calls of a deleted campaign; returns what is released and what is asked of the stores. */
async function cancelled(given: Given) {
  const { calls, recorded } = createCallRecorder();
  const campaign =
    'campaign' in given && given.campaign === undefined
      ? undefined
      : {
          id: 'c',
          userId: 'u',
          streamId: 's',
          status: 'Deleting',
          run: 2,
          runEpoch: 3,
          lastSettlement: 0,
          voidedPreparations: ['void'],
          total: 9,
          delivered: 0,
          failed: 0,
          ...given.campaign,
        };
  const amounts: Record<string, number> = { 'release:c:2:cancelled': 30, 'release:c:2:deleted': 40 };
  const deps = {
    campaigns: recorded('campaigns', { find: () => Promise.resolve(campaign) }),
    calls: recorded('calls', {
      cancelPending: () => Promise.resolve(given.cancelled ?? 3),
      countCancelled: () => Promise.resolve(given.counted ?? 3),
      has: () => Promise.resolve(true),
    }),
    results: recorded('results', { listUnsettled: () => Promise.resolve([]) }),
    settlements: recorded('settlements'),
    ledger: recorded('ledger', {
      execute: () =>
        Promise.resolve(given.refuses === true ? { ok: false, refusal: { type: 'x' } } : { ok: true }),
      find: (_stream: string, key: string) =>
        Promise.resolve(key in amounts ? { amount: amounts[key] } : undefined),
    }),
    jobs: recorded('jobs'),
    log: recorded('log', { warn: () => undefined }),
    clock: { now: () => new Date() },
  } as unknown as DropsDeps;
  const released = await cancelCallsOf(deps, 'c');
  return { released, calls, names: calls.map(([name]) => name) };
}

test('pending calls are cancelled and their hold is released at once; a job erases the campaign', async () => {
  const { released, calls, names } = await cancelled({});
  expect(released).toBe(70);
  expect(calls).toContainEqual(['calls.cancelPending', 'c', 20_000]);
  expect(calls).toContainEqual(['calls.countCancelled', 'c', ['void']]);
  expect(calls).toContainEqual([
    'ledger.execute',
    's',
    { type: 'release', key: 'release:c:2:cancelled', campaignId: 'c', calls: 3, reason: 'deleted' },
  ]);
  expect(names).toContain('results.listUnsettled');
  expect(names.filter((name) => name === 'jobs.settle')).toHaveLength(1);
});

test.each<[string, Given, string[], string[]]>([
  [
    'with more calls than a request cancels is settled by the job',
    { cancelled: 20_000 },
    ['jobs.settle'],
    ['results.listUnsettled'],
  ],
  [
    'without a cancelled call has none to release',
    { cancelled: 0, counted: 0 },
    ['jobs.settle'],
    ['ledger.execute'],
  ],
  [
    'that was never Sending has no calls to cancel',
    { campaign: { runEpoch: 0 } },
    ['jobs.settle', 'calls.has'],
    ['calls.cancelPending'],
  ],
  [
    'whose cancelled calls were released before is logged',
    { refuses: true },
    ['jobs.settle', 'log.warn'],
    [],
  ],
])('a deleted campaign %s', async (_, given, done, undone) => {
  const { names } = await cancelled(given);
  expect(names).toEqual(expect.arrayContaining(done));
  for (const name of undone) expect(names).not.toContain(name);
});

test('a campaign that is not being deleted is left alone', async () => {
  for (const campaign of [undefined, { status: 'Paused' } as const]) {
    const { released, names } = await cancelled({ campaign });
    expect([released, names]).toEqual([0, ['campaigns.find']]);
  }
});
