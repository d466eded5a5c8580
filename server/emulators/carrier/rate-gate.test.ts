import { expect, it } from 'vitest';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { createRateGate } from './rate-gate.ts';

it('lets so many pass each second', () => {
  const clock = createTestClock(new Date('2026-11-20T09:30:00Z'));
  const passes = createRateGate(2, clock);
  expect([passes(), passes(), passes()]).toEqual([true, true, false]);
  clock.advance(999);
  expect(passes()).toBe(false);
  clock.advance(1);
  expect([passes(), passes(), passes()]).toEqual([true, true, false]);
});

it('lets everything pass without a limit', () => {
  const passes = createRateGate(undefined, createTestClock());
  expect(Array.from({ length: 10_000 }, passes)).not.toContain(false);
});
