import { expect, test } from 'vitest';
import tickFormat, { interpolate, interpolateNumber, interpolateRound } from './numeric-scales.ts';
import { seriesLabel } from './series-label.ts';

const days = (count: number, valueOf: (day: number) => number) =>
  Array.from({ length: count }, (_, index) => ({
    title: `Nov ${String(index + 1)}`,
    value: valueOf(index + 1),
  }));

test('a series is said value by value, with its unit', () => {
  expect(seriesLabel([], 'calls')).toBe('No calls yet');
  expect(
    seriesLabel(
      days(2, (day) => day * 1_000),
      'calls',
    ),
  ).toBe('Nov 1: 1,000 calls; Nov 2: 2,000 calls');
  expect(
    seriesLabel(
      days(1, () => 97),
      '%',
    ),
  ).toBe('Nov 1: 97%');
  expect(
    seriesLabel(
      days(14, () => 1),
      'calls',
    ).split('; '),
  ).toHaveLength(14);
});

test('a long series is summed up by its first day with the most', () => {
  const series = days(15, (day) => (day === 3 || day === 5 ? 9 : day % 4));
  expect(seriesLabel(series, 'calls')).toBe('Nov 1 to Nov 15: 15 days, most on Nov 3 with 9 calls');
  expect(seriesLabel(series, '%')).toBe('Nov 1 to Nov 15: 15 days, most on Nov 3 with 9%');
});

test('a tick without a format of its own is the number', () => {
  expect([0, 0.5, 1_000].map(tickFormat())).toEqual(['0', '0.5', '1000']);
});

test('a number between two is in proportion', () => {
  expect([0, 0.25, 1].map(interpolateNumber(10, 20))).toEqual([10, 12.5, 20]);
  expect([0, 0.25, 0.3, 1].map(interpolateRound(10, 20))).toEqual([10, 13, 13, 20]);
  expect(interpolate).toBe(interpolateNumber);
});
