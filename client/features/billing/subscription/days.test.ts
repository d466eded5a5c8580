import { expect, test } from 'vitest';
import { endDay, formatDay, nextPaymentDay, renews } from './days.ts';

const NOW = new Date('2026-11-20T23:30:00Z');

test('the next payment is on the renewal date in UTC', () => {
  expect(nextPaymentDay('2026-12-19T23:59:00Z', NOW)).toBe('12-19-2026');
});

test('without a renewal date the next payment is in 30 days', () => {
  expect(nextPaymentDay(null, NOW)).toBe('12-20-2026');
});

test('a cancelled plan ends on a day in UTC, and renews only if that is after its period', () => {
  expect([endDay({ cancel_at: null }), endDay({ cancel_at: '2026-12-19T23:59:00Z' })]).toEqual([
    '',
    '12-19-2026',
  ]);
  expect(formatDay(NOW)).toBe('11-20-2026');
  const end = '2026-12-20T00:00:00Z';
  const cases = [
    [null, end],
    [null, null],
    [end, end],
    ['2027-01-20T00:00:00Z', end],
    ['2026-12-19T00:00:00Z', end],
    [end, null],
  ] as const;
  expect(cases.map(([cancel_at, current_period_end]) => renews({ cancel_at, current_period_end }))).toEqual([
    ...[true, true, false, true, false, false],
  ]);
});
