import { expect, test } from 'vitest';
import { countryName } from './business/country-name.ts';
import { billingUrl, EVERY_ENTRY } from './billing-url.ts';

test('the query of the billing page says the year, the campaign and the payment', () => {
  const none = { year: null, credits: '', payment_intent: '' };
  expect(billingUrl.read('')).toEqual(none);
  expect(billingUrl.read('?year=2026&credits=c1&payment_intent=pi_1')).toEqual({
    year: 2026,
    credits: 'c1',
    payment_intent: 'pi_1',
  });
  for (const year of ['1999', '3000', '20260', '12026', '2O26', ''])
    expect(billingUrl.read(`?year=${year}`)).toEqual(none);
  const long = billingUrl.read(`?credits=${'c'.repeat(101)}&payment_intent=${'p'.repeat(201)}`);
  expect([long.credits.length, long.payment_intent.length]).toEqual([100, 200]);
  expect(EVERY_ENTRY).toBe('entries');
});

test('a country is called by its name, or its code', () => {
  expect([countryName('DE'), countryName('US'), countryName('')]).toEqual(['Germany', 'United States', '']);
});
