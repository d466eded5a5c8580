import { expect, test } from 'vitest';
import { linesOf } from '#client/testing/lines.ts';
import { STOPPED_TEXT, timesText, willBuyText } from './auto-purchase-text.ts';

test('each reason that it was turned off says what mends it', async () => {
  await expect(linesOf(STOPPED_TEXT)).toMatchFileSnapshot('listed-texts.txt');
});

test('the settings say what is bought, when, and for how much', () => {
  expect(willBuyText({ threshold: 1_000, credits: 5_000, max_per_month: 3 })).toBe(
    'When fewer than 1,000 credits are available, Hark buys 5,000 credits for $50, at most 3 times a month.',
  );
  expect([timesText(1), timesText(2)]).toEqual(['once', '2 times']);
});
