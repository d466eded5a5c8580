import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  campaignStatusMessage,
  formatCount,
  formatDateTime,
  formatDelivered,
  formatMade,
  formatMoney,
  formatPhone,
  rateText,
  successRate,
} from './formats.ts';
import { neutralCell } from './neutral-cell.ts';

describe('"Success rate is the rounded percent of (successful calls plus successful messages) over total calls, and 0 when there are no calls"', () => {
  test.each([
    [0, 0, 0],
    [3_000, 3_000, 100],
    [2_998, 3_000, 100],
    [999, 1_000, 100],
    [995, 1_000, 100],
    [994, 1_000, 99],
    [57, 200, 29],
    [2, 3, 67],
    [1, 200, 1],
    [1, 201, 0],
    [1, 3_000, 0],
    [0, 3_000, 0],
  ])('%i delivered of %i calls are %i percent', (delivered, calls, rate) => {
    expect(successRate(delivered, calls)).toBe(rate);
  });

  test('it is never further than half a percent from the exact share', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.nat(10_000_000), (delivered, failed) => {
        const calls = delivered + failed;
        fc.pre(calls > 0);
        expect(Math.abs(successRate(delivered, calls) * calls - delivered * 100) * 2).toBeLessThanOrEqual(
          calls,
        );
      }),
    );
  });
});

test('what stands beside a rate', () => {
  expect(rateText(999, 1_000)).toBe('100% · 999 of 1,000 delivered');
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

test('one thing is singular', () => {
  const texts = [0, 1, 2, 1_000].map((count) => formatCount(count, 'call'));
  expect(texts).toEqual(['0 calls', '1 call', '2 calls', '1,000 calls']);
  expect([1, 2].map((count) => formatCount(count, 'person', 'people'))).toEqual(['1 person', '2 people']);
});

test.each([
  ['2026-11-20T00:05:00Z', '11-20-2026 12:05 AM'],
  ['2026-01-02T09:30:59Z', '01-02-2026 09:30 AM'],
  ['2026-11-20T12:00:00Z', '11-20-2026 12:00 PM'],
  ['2026-12-31T23:59:00Z', '12-31-2026 11:59 PM'],
  ['2026-11-20T23:30:00-02:00', '11-21-2026 01:30 AM'],
  ['x', 'Invalid Date'],
])('the time %s is written %s, in UTC', (time, text) => {
  expect(formatDateTime(time)).toBe(text);
  expect(formatDateTime(new Date(time))).toBe(text);
});

test('a missing time is no date', () => {
  expect([undefined, null].map(formatDateTime)).toEqual(['Invalid Date', 'Invalid Date']);
});

test.each([
  ['12025550143', '+1 (202) 555-0143'],
  ['+12025550143', '+1 (202) 555-0143'],
  ['2025550143', '2025550143'],
  ['120255501430', '120255501430'],
  ['442079460958', '442079460958'],
])('the number %s is written %s', (phone, text) => {
  expect(formatPhone(phone)).toBe(text);
});

test.each([
  ['Scheduled', undefined, 'Scheduled · 1,000 contacts'],
  ['Sending', undefined, 'Sending · 999 of 1,000 delivered'],
  ['Paused', 'No credits', 'Paused · No credits · 999 of 1,000 delivered'],
] as const)('a campaign that is %s, for %j, has a status line', (status, reason, line) => {
  expect(campaignStatusMessage(status, 1_000, 999, reason)).toBe(line);
});

test('calls that were made and delivered are said of all', () => {
  expect([formatMade(1_412, 2_000), formatMade(0, 1)]).toEqual([
    '1,412 of 2,000 calls made',
    '0 of 1 call made',
  ]);
  expect(formatDelivered(1_999, 2_000)).toBe('1,999 of 2,000 delivered');
});
