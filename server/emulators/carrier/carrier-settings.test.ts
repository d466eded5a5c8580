import { describe, expect, it } from 'vitest';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import {
  createRateLimiter,
  delayOf,
  parseSettings,
  settingsArgument,
  type CarrierSettings,
} from './carrier-settings.ts';

describe('the carrier’s settings', () => {
  it.each<CarrierSettings>([
    { reportDelay: { min: 50, max: 300 } },
    { reportDelay: { min: 0, max: 0 }, rateLimit: 5, paidCalls: 0 },
    {
      reportDelay: { min: 1, max: 2 },
      duplicateReports: true,
      webhookFirst: true,
      reportBeforeResponse: false,
      dropConnection: true,
    },
  ])('survive the round trip through the command line: %j', (settings) => {
    expect(parseSettings(['--import', 'tsx', settingsArgument(settings), 'carrier', '/data'])).toEqual(
      settings,
    );
  });

  it.each(['', '--settings={}', '--settings={"reportDelay":{"min":-1,"max":0}}', '--settings=x'])(
    'are rejected when missing or invalid: %s',
    (argument) => {
      expect(() => parseSettings([argument, 'carrier', '/data'])).toThrow();
    },
  );

  it('give each event a fixed delay within the range', () => {
    const settings = { reportDelay: { min: 100, max: 200 } };
    const delays = Array.from({ length: 500 }, (_, n) => delayOf(settings, `call c1-${String(n)}-1`));
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(100);
    expect(Math.max(...delays)).toBeLessThan(200);
    expect(new Set(delays).size).toBe(500);
    expect(delays).not.toEqual(delays.toSorted((a, b) => a - b));
    expect(delayOf(settings, 'call c1-7-1')).toBe(delays[7]);
  });
});

it('the rate limiter allows the configured number of requests per second', () => {
  const clock = createTestClock(new Date('2026-11-20T09:30:00Z'));
  const isWithinLimit = createRateLimiter(2, clock);
  expect([isWithinLimit(), isWithinLimit(), isWithinLimit()]).toEqual([true, true, false]);
  clock.advance(999);
  expect(isWithinLimit()).toBe(false);
  clock.advance(1);
  expect([isWithinLimit(), isWithinLimit(), isWithinLimit()]).toEqual([true, true, false]);
});

it('the rate limiter allows every request without a limit', () => {
  const isWithinLimit = createRateLimiter(undefined, createTestClock());
  expect(Array.from({ length: 10_000 }, isWithinLimit)).not.toContain(false);
});
