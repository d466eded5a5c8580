import { expect, test } from 'vitest';
import { creditsText, dayText, moneyText } from './mail-text.ts';

test.each([
  [20_000, '$200'],
  [1_950, '$19.50'],
  [5, '$0.05'],
  [123_456_789, '$1,234,567.89'],
])('%i cents are %s', (cents, text) => {
  expect(moneyText(cents)).toBe(text);
});

test.each([
  [1, '1 credit'],
  [-1, '1 credit'],
  [-5_000, '5,000 credits'],
  [0, '0 credits'],
])('%i credits are called %s', (amount, text) => {
  expect(creditsText(amount)).toBe(text);
});

test('a day is that of UTC', () => {
  expect(dayText(new Date('2026-12-22T23:59:59Z'))).toBe('December 22, 2026');
  expect(dayText(new Date('2026-12-23T00:00:00Z'))).toBe('December 23, 2026');
});
