import { expect, test } from 'vitest';
import { clockTime } from './sound.ts';

test.each([
  [0, '0:00'],
  [7.9, '0:07'],
  [30, '0:30'],
  [61, '1:01'],
])('%d seconds are %s', (seconds, text) => {
  expect(clockTime(seconds)).toBe(text);
});
