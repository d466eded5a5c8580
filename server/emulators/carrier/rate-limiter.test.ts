import { expect, it } from 'vitest';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { createRateLimiter } from './rate-limiter.ts';

it('allows the configured number of requests per second', () => {
  const clock = createTestClock(new Date('2026-11-20T09:30:00Z'));
  const isWithinLimit = createRateLimiter(2, clock);
  expect([isWithinLimit(), isWithinLimit(), isWithinLimit()]).toEqual([true, true, false]);
  clock.advance(999);
  expect(isWithinLimit()).toBe(false);
  clock.advance(1);
  expect([isWithinLimit(), isWithinLimit(), isWithinLimit()]).toEqual([true, true, false]);
});

it('allows every request without a limit', () => {
  const isWithinLimit = createRateLimiter(undefined, createTestClock());
  expect(Array.from({ length: 10_000 }, isWithinLimit)).not.toContain(false);
});
