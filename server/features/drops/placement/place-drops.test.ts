import { expect, test } from 'vitest';
import type { FrozenDrop } from '#server/features/drops/claims/claim-store.ts';
import type { DropsDeps } from '#server/features/drops/drops-deps.ts';
import { NO_METRICS } from '#server/platform/lib/observability/metrics.ts';
import { placeDrops } from './place-drops.ts';

const NOW = new Date('2027-01-12T15:00:00Z');
const drops = ['a', 'b'].map((to) => ({ attemptId: to, to, speech: {} }) as FrozenDrop);

/** Places the drops, which may be placed until a step; returns the steps that were taken and the drops withheld. */
async function placedUntil(last: string) {
  const steps: string[] = [];
  const take = <T>(step: string, result: T) => Promise.resolve((steps.push(step), result));
  const deps = {
    carrier: {
      capabilities: { idempotencyKeys: true },
      place: ({ to }: { to: string }) => take(`place ${to}`, { kind: 'accepted' }),
    },
    rate: { pass: () => take('wait', true) },
    realTime: { now: () => NOW },
    metrics: NO_METRICS,
    options: { concurrency: 1, retryDelaysMs: [] },
  } as unknown as DropsDeps;
  const request = {
    campaign: { id: 'c1', caller: 'ann', dropsPerMinute: null },
    claim: { drops, firstClaimedAt: NOW },
    reclaimed: false,
    lease: { isHeld: () => Promise.resolve(true), isFresh: () => true },
    mayPlace: () => steps.at(-1) !== last,
  };
  const { withheld } = await placeDrops(deps, request, new AbortController().signal);
  return { steps, withheld: withheld.map(({ to }) => to) };
}

test('calls that may not be made any more after the wait for the rate limit are withheld', async () => {
  expect(await placedUntil('wait')).toEqual({ steps: ['wait'], withheld: ['a', 'b'] });
});

test('calls that may not be made any more use no slot of the rate limit', async () => {
  expect(await placedUntil('place a')).toEqual({ steps: ['wait', 'place a'], withheld: ['b'] });
});
