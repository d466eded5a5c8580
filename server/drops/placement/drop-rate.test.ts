import { expect, it } from 'vitest';
import { batchWithin, createDropRate } from './drop-rate.ts';
import type { RateSlots } from './rate-limiter.ts';

const never = new AbortController().signal;

/** Slots that are all free at once; `taken` names the limits whose slots were taken, in order. */
function freeSlots() {
  const taken: string[] = [];
  const slots: RateSlots = {
    take(limit, { oldest }) {
      taken.push(limit);
      return Promise.resolve(oldest);
    },
  };
  return { slots, taken };
}

it('a campaign without a limit of its own keeps to that of the deployment', async () => {
  const { slots, taken } = freeSlots();
  const rate = createDropRate({ slots, perMinute: 60 });
  expect(await rate.pass({ id: 'c1' }, never)).toBe(true);
  expect(taken).toEqual(['deployment']);
});

it('one with a limit keeps to its own first, then to that of the deployment', async () => {
  const { slots, taken } = freeSlots();
  const rate = createDropRate({ slots, perMinute: 60 });
  await rate.pass({ id: 'c1', dropsPerMinute: 30 }, never);
  await rate.pass({ id: 'c2', dropsPerMinute: null }, never);
  expect(taken).toEqual(['campaign:c1:30', 'deployment', 'deployment']);
});

it('nothing of the deployment is taken for a campaign that is not to go on', async () => {
  const { slots, taken } = freeSlots();
  const rate = createDropRate({ slots, perMinute: 60 });
  expect(await rate.pass({ id: 'c1', dropsPerMinute: 30 }, AbortSignal.abort())).toBe(false);
  expect(taken).toEqual([]);
});

it.each([
  [500, undefined, 500],
  [500, 60_000, 500],
  [500, 600, 50],
  [500, 1, 1],
])('a batch of up to %i at %s a minute is of %i', (limit, perMinute, size) => {
  expect(batchWithin(limit, perMinute)).toBe(size);
});
