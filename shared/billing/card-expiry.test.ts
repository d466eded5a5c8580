import { expect, test } from 'vitest';
import { cardExpiry } from './card-expiry.ts';

test.each([
  ['2026-12-01T23:59:59Z', 'valid'],
  ['2026-12-02T00:00:00Z', 'soon'],
  ['2026-12-31T23:59:59Z', 'soon'],
  ['2027-01-01T00:00:00Z', 'expired'],
])('a card of 12/26 at %s is %s', (now, state) => {
  expect(cardExpiry(12, 2026, new Date(now))).toBe(state);
});
