import { expect, test } from 'vitest';
import { nextPaymentDay } from './days.ts';

const NOW = new Date('2026-11-20T23:30:00Z');

test('the next payment is on the renewal date in UTC', () => {
  expect(nextPaymentDay('2026-12-19T23:59:00Z', NOW)).toBe('12-19-2026');
});

test('without a renewal date the next payment is in 30 days', () => {
  expect(nextPaymentDay(null, NOW)).toBe('12-20-2026');
});
