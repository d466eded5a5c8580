import { expect, test } from 'vitest';
import { newAccount, openAccountContext } from './account.ts';
import { nextDueAt } from './renewals.ts';
import { addMonths, openSubscription } from './subscriptions.ts';

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

test('a subscription that is not paid expires as late as its system says', () => {
  const at = new Date('2026-11-20T09:30:00Z');
  const state = newAccount({ email: 'ann@example.com', name: 'Ann', metadata: {} }, at);
  const context = { at, incompleteSeconds: 3_600, origin: '', prices: [] };
  const price = { id: 'price_1', product: 'prod_1', amount: 60_000, lookupKey: 'scale', created: 0 };
  const subscription = openSubscription(openAccountContext(state, context), price);
  expect(nextDueAt(state, subscription)).toBe(seconds('2026-11-20T10:30:00Z'));
});
