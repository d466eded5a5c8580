import { describe, expect, it, test } from 'vitest';
import { formatMoney, formatSeconds, neutralCell, successRate } from './formats.ts';

test.each([
  [0, 0, 0],
  [3_000, 3_000, 100],
  [2_998, 3_000, 99],
  [995, 1_000, 99],
  [994, 1_000, 99],
  [985, 1_000, 99],
  [2, 3, 67],
  [1, 3_000, 1],
  [0, 3_000, 0],
])('%i delivered of %i calls are %i percent', (delivered, final, rate) => {
  expect(successRate(delivered, final)).toBe(rate);
});

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

describe('neutralCell', () => {
  it.each(['=1+1', '+1 202', '-2', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1', '＋1', '－2', '＠SUM(A1)'])(
    'escapes %j',
    (value) => {
      expect(neutralCell(value)).toBe(`'${value}`);
    },
  );

  it.each(['Ana', '', '12025550001', 'a=b', ' =1', 'O’Neill-Smith'])('returns %j unchanged', (value) => {
    expect(neutralCell(value)).toBe(value);
  });
});

test('one second is singular', () => {
  expect([0, 1, 2].map(formatSeconds)).toEqual(['0 seconds', '1 second', '2 seconds']);
});
