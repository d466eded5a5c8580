import { afterEach, expect, test, vi } from 'vitest';
import type { FrozenDrop } from '#server/features/drops/claims/claim-store.ts';
import { watchOptOuts } from './watch-opt-outs.ts';

afterEach(() => {
  vi.useRealTimers();
});

const NOW = new Date('2027-01-12T15:00:00Z');
const drops = ['12125550143', '12125550144'].map((to) => ({ to }) as FrozenDrop);

/** Watches a claim of some age; returns whether its first number, which has opted out, is known to have. */
async function isKnown(ageMs: number): Promise<boolean> {
  const deps = {
    doNotCall: { among: () => Promise.resolve(new Set(['12125550143'])) },
    clock: { now: () => NOW },
  } as unknown as Parameters<typeof watchOptOuts>[0];
  const claim = { _id: 'c', drops, firstClaimedAt: new Date(NOW.getTime() - ageMs) };
  const optOuts = await watchOptOuts(deps, { caller: 'u' }, claim);
  optOuts.stop();
  expect(optOuts.has('12125550144')).toBe(false);
  return optOuts.has('12125550143');
}

test('a claim that waited for its turn is checked before its first call, one of this moment is not again', async () => {
  expect(await isKnown(500)).toBe(true);
  expect(await isKnown(499)).toBe(false);
});

test('a check that fails is made again', async () => {
  vi.useFakeTimers();
  const among = vi.fn(() => Promise.resolve(new Set(['12125550143'])));
  among.mockRejectedValueOnce(new Error('the database is down'));
  const deps = {
    doNotCall: { among },
    clock: { now: () => NOW },
    log: { warn: () => undefined },
  } as unknown as Parameters<typeof watchOptOuts>[0];
  const optOuts = await watchOptOuts(deps, { caller: 'u' }, { _id: 'c', drops, firstClaimedAt: NOW });
  await vi.advanceTimersByTimeAsync(500);
  expect(optOuts.has('12125550143')).toBe(false);
  await vi.advanceTimersByTimeAsync(500);
  expect(optOuts.has('12125550143')).toBe(true);
  optOuts.stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(among).toHaveBeenCalledTimes(2);
});
