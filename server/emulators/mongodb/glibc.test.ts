import { expect, test } from 'vitest';
import { isOlder } from './glibc.mjs';

test.each([
  ['2.36', '2.38', true],
  ['2.38', '2.38', false],
  ['2.41', '2.38', false],
  ['2.4', '2.38', true],
  ['3.0', '2.38', false],
  ['1.99', '2.38', true],
])('isOlder(%s, %s) is %s', (a, b, older) => {
  expect(isOlder(a, b)).toBe(older);
});
