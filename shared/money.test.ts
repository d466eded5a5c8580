import { expect, test } from 'vitest';
import { formatMoney } from './money.ts';

test.each([
  [200, 'usd', '$200'],
  [1000, 'USD', '$1,000'],
  [12.5, 'EUR', '€12.50'],
  [3, 'GBP', '£3'],
  [3, 'JPY', '¥3'],
  [3, 'INR', '₹3'],
  [3, 'AUD', 'A$3'],
  [3, 'CAD', 'C$3'],
  [3, 'SGD', 'S$3'],
  [3, 'XXX', '$3'],
])('%d %s is formatted as %s', (amount, currency, text) => {
  expect(formatMoney(amount, currency)).toBe(text);
});
