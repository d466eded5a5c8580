import { expect, it } from 'vitest';
import { costText, madeText, timeLeftText } from './progress-text.ts';

const left = (seconds_left: number | null, more = {}) =>
  timeLeftText({ seconds_left, ends_later: false, pending: 9, ...more });

it.each([
  [1, 'About 5 seconds'],
  [31, 'About 35 seconds'],
  [55, 'About 55 seconds'],
  [56, 'About 1 minute'],
  [89, 'About 1 minute'],
  [200, 'About 3 minutes'],
  [3_580, 'About 1 hour'],
  [4_800, 'About 1 hour 20 minutes'],
  [7_260, 'About 2 hours 1 minute'],
  [3_600_000, 'About 1,000 hours'],
])('%i seconds left are shown as %s', (seconds, text) => {
  expect(left(seconds)).toBe(text);
});

it('says why the time left is not known', () => {
  expect(left(null)).toBe('Waiting for reports');
  expect(left(null, { ends_later: true })).toBe('Some people may be called only later');
  expect(left(null, { pending: 0 })).toBe('Finishing');
});

it('tells the calls made, and the cost', () => {
  expect(madeText({ total: 3_000, pending: 1_000 })).toBe('2,000 of 3,000 calls made');
  expect(costText({ cost_so_far: 20_600, cost_is_exact: true })).toBe('20,600 credits');
  expect(costText({ cost_so_far: 20_600, cost_is_exact: false })).toBe('About 20,600 credits');
});
