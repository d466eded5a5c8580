import { expect, test } from 'vitest';
import { addMonths } from './subscriptions.ts';

const seconds = (date: string) => Date.parse(date) / 1000;

test.each([
  ['2026-11-20T09:30:00Z', 1, '2026-12-20T09:30:00Z'],
  ['2026-01-31T00:00:00Z', 1, '2026-02-28T00:00:00Z'],
  ['2026-01-31T00:00:00Z', 2, '2026-03-31T00:00:00Z'],
  ['2027-12-31T23:59:59Z', 2, '2028-02-29T23:59:59Z'],
  ['2026-05-15T12:00:00Z', 24, '2028-05-15T12:00:00Z'],
])('%s plus %i months is %s', (anchor, months, expected) => {
  expect(addMonths(seconds(anchor), months)).toBe(seconds(expected));
});
