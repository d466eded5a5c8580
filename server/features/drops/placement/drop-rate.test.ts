import { expect, it } from 'vitest';
import { batchSizeAt, callIntervalMs, createDropRate } from './drop-rate.ts';
import type { RateSlots } from './rate-limiter.ts';

const never = new AbortController().signal;

/** Slots that are always free; `taken` lists the limits whose slots were taken, in order. */
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

it('a campaign without its own limit uses that of the deployment', async () => {
  const { slots, taken } = freeSlots();
  const rate = createDropRate({ slots, perMinute: 60 });
  expect(await rate.pass({ id: 'c1', caller: 'ann' }, never)).toBe(true);
  expect(taken).toEqual(['deployment']);
});

it('a campaign with a limit waits for its own first, then for that of the deployment', async () => {
  const { slots, taken } = freeSlots();
  const rate = createDropRate({ slots, perMinute: 60 });
  await rate.pass({ id: 'c1', caller: 'ann', dropsPerMinute: 30 }, never);
  await rate.pass({ id: 'c2', caller: 'ann', dropsPerMinute: null }, never);
  expect(taken).toEqual(['campaign:c1:30', 'deployment', 'deployment']);
});

it('a campaign that is stopped takes no slot of the deployment', async () => {
  const { slots, taken } = freeSlots();
  const rate = createDropRate({ slots, perMinute: 60 });
  expect(await rate.pass({ id: 'c1', caller: 'ann', dropsPerMinute: 30 }, AbortSignal.abort())).toBe(false);
  expect(taken).toEqual([]);
});

it('slots of the deployment are reserved ahead, but not for a campaign that waits for its own first', async () => {
  const { slots, taken } = freeSlots();
  const rate = createDropRate({ slots, perMinute: 60 });
  await rate.reserve({ id: 'c1', caller: 'ann', dropsPerMinute: 30 });
  expect(taken).toEqual([]);
  await rate.reserve({ id: 'c2', caller: 'ann', dropsPerMinute: null });
  expect(await rate.pass({ id: 'c2', caller: 'ann', dropsPerMinute: null }, never)).toBe(true);
  expect(taken).toEqual(['deployment']);
});

it.each([
  [500, undefined, 500],
  [500, 60_000, 500],
  [500, 600, 50],
  [500, 1, 1],
])('a batch of up to %i contacts at %s calls a minute has %i', (limit, perMinute, size) => {
  expect(batchSizeAt(limit, perMinute)).toBe(size);
});

it.each([
  [undefined, 0],
  [null, 0],
  [12, 0],
  [11, 60_000 / 11],
  [1, 60_000],
])('a campaign of %s calls a minute needs a worker only every %i ms', (perMinute, interval) => {
  expect(callIntervalMs(perMinute)).toBe(interval);
});

it('the slots of a campaign are kept from one call to the next, and those of another rate are its own', async () => {
  const { slots, taken } = freeSlots();
  const rate = createDropRate({ slots, perMinute: 60_000 });
  const pass = (id: string, dropsPerMinute: number) =>
    rate.pass({ id, caller: 'ann', dropsPerMinute }, never);
  for (const _ of [1, 2, 3]) await pass('c1', 600);
  await pass('c1', 1_200);
  await pass('c2', 600);
  expect(taken).toEqual(['campaign:c1:600', 'deployment', 'campaign:c1:1200', 'campaign:c2:600']);
});
