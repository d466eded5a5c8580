import { expect, test } from 'vitest';
import { endedText } from './bulk-text.ts';

test.each([
  [3, [], '3 campaigns paused.'],
  [1, [], '1 campaign paused.'],
  [1, ['It is Success.'], '1 campaign could not be paused: It is Success.'],
  [3, ['It is Success.'], '2 campaigns paused. 1 campaign could not be paused: It is Success.'],
  [3, ['Busy.', 'Gone.', 'Busy.'], '3 campaigns could not be paused: Busy. Gone.'],
])('of %i campaigns with the failures %j it says %s', (count, failures, text) => {
  expect(endedText({ done: 'paused', count, failures })).toBe(text);
});
