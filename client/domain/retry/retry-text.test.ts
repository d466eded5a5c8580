import { expect, test } from 'vitest';
import { leftOutText, retryTitle } from './retry-text.ts';

test.each([
  [{ calls: 412, cost: 16_480 }, 'Retry 412 failed calls for 16,480 credits'],
  [{ calls: 1, cost: 1 }, 'Retry 1 failed call for 1 credit'],
])('%j is %s', (quote, title) => {
  expect(retryTitle(quote)).toBe(title);
});

test.each([
  [{}, ''],
  [{ suppressed: 2 }, 'Left out: 2 on a do-not-call list.'],
  [{ suppressed: 1, too_often: 1_000 }, 'Left out: 1 on a do-not-call list, 1,000 called too often lately.'],
  [{ advised_against: 3 }, 'Left out: 3 whose mailbox is full or not set up.'],
])('%j is said as %j', (quote, text) => {
  expect(leftOutText({ suppressed: 0, too_often: 0, advised_against: 0, ...quote })).toBe(text);
});
