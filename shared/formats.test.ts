import { expect, test } from 'vitest';
import { successRate } from './formats.ts';

test.each([
  [0, 0, 0],
  [3_000, 3_000, 100],
  [2_998, 3_000, 99],
  [995, 1_000, 99],
  [994, 1_000, 99],
  [985, 1_000, 99],
  [2, 3, 67],
  [1, 3_000, 0],
])('%i delivered of %i calls are %i percent', (delivered, final, rate) => {
  expect(successRate(delivered, final)).toBe(rate);
});
