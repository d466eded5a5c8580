import { expect, test } from 'vitest';
import { cardFields, expiryOf } from './form-fields.ts';

const [number, expiry, cvc] = cardFields(new Date('2026-11-20T12:00:00Z'));

test('the card number is grouped while typing', () => {
  expect(number?.format?.('42424')).toBe('4242 4');
  expect(number?.format?.('4242424242424242999')).toBe('4242 4242 4242 4242');
  expect(number?.check('4242 4242 4242 424')).toBe('Your card number is incomplete.');
  expect(number?.check('4242 4242 4242 4242')).toBeUndefined();
});

test('the expiration date is formatted while typing and can be deleted', () => {
  expect(expiry?.format?.('1')).toBe('1');
  expect(expiry?.format?.('5')).toBe('05');
  expect(expiry?.format?.('123')).toBe('12 / 3');
  expect(expiry?.format?.('12 / ')).toBe('12');
  expect(expiryOf('12 / 34')).toEqual({ month: 12, year: 2034 });
});

test.each([
  ['1', "Your card's expiration date is incomplete."],
  ['13 / 30', "Your card's expiration date is invalid."],
  ['10 / 26', "Your card's expiration year is in the past."],
  ['11 / 26', undefined],
  ['01 / 27', undefined],
])('the expiration date %s has the error %s', (value, error) => {
  expect(expiry?.check(value)).toBe(error);
});

test('the security code has three or four digits', () => {
  expect(cvc?.check('12')).toBe("Your card's security code is incomplete.");
  expect(cvc?.check('123')).toBeUndefined();
  expect(cvc?.format?.('12a345')).toBe('1234');
});
