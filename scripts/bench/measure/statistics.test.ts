import { expect, test } from 'vitest';
import { figureOf, median, percentile } from './statistics.ts';

test('the median is the middle value, or the mean of the two middle values', () => {
  expect([median([5]), median([3, 1, 2]), median([4, 1, 3, 2])]).toEqual([5, 2, 2.5]);
});

test('a percentile is one of the values', () => {
  const hundred = Array.from({ length: 100 }, (_, n) => 100 - n);
  expect([0, 0.5, 0.99, 1].map((part) => percentile(hundred, part))).toEqual([1, 50, 99, 100]);
});

test('the spread of a figure is its lowest and its highest value', () => {
  expect(figureOf([3, 1, 2])).toEqual({ value: 2, low: 1, high: 3 });
});
