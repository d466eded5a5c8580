import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from '#server/platform/lib/log.ts';
import { deferred } from '#server/testing/fakes/deferred.ts';
import { createReservation } from './reservation-store.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a reservation is not renewed after its release, even if a renewal is on its way', async () => {
  const done: string[] = [];
  const slow = deferred();
  const taken = vi
    .fn()
    .mockResolvedValueOnce(true)
    .mockImplementationOnce(() => slow.promise.then(() => void done.push('renewed')));
  const release = () => Promise.resolve(void done.push('released'));
  const reservation = createReservation({ take: taken, release }, createLogger('silent'));
  await reservation.take('u');
  await vi.advanceTimersToNextTimerAsync();
  expect(taken).toHaveBeenCalledTimes(2);
  const released = reservation.release();
  slow.resolve();
  await released;
  expect(done).toEqual(['renewed', 'released']);
  expect(vi.getTimerCount()).toBe(0);
});
