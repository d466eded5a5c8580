import { expect, test } from 'vitest';
import { shareText } from './share-text.ts';

test.each([
  [0, 0, '0%'],
  [0, 10, '0%'],
  [1, 0, '0%'],
  [4, 1_000, '<1%'],
  [5, 1_000, '1%'],
  [1, 3, '33%'],
  [994, 1_000, '99%'],
  [995, 1_000, '>99%'],
  [999, 1_000, '>99%'],
  [1_000, 1_000, '100%'],
])('%i of %i is %s', (count, total, text) => {
  expect(shareText(count, total)).toBe(text);
});
