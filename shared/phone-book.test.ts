import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PHONE_ROLES, PhoneBook } from './phone-book.ts';

const { listed, dialled } = PHONE_ROLES;

test('a number is new once in each role', () => {
  const book = new PhoneBook();
  expect([book.add('12025550100', listed), book.add('12025550100', dialled)]).toEqual([true, true]);
  expect([book.add('+1 202 555 0100', listed), book.add('12025550100', dialled)]).toEqual([false, false]);
});

test('agrees with plain sets for any numbers in any order', () => {
  const phone = fc.oneof(
    fc.integer({ min: 1, max: 50 }),
    fc.integer({ min: 1_000_000_0000, max: 1_999_999_9999 }),
  );
  const call = fc.tuple(phone.map(String), fc.constantFrom(listed, dialled));
  fc.assert(
    fc.property(fc.array(call, { maxLength: 3_000, size: 'max' }), (calls) => {
      const book = new PhoneBook();
      const seen = new Set<string>();
      for (const [number, role] of calls) {
        const key = `${String(role)}:${number}`;
        expect(book.add(number, role)).toBe(!seen.has(key));
        seen.add(key);
      }
    }),
    { numRuns: 30 },
  );
});

test('numbers beyond 15 digits, with a leading zero or without digits are compared as text', () => {
  const book = new PhoneBook();
  const texts = ['1234567890123456', '1234567890123457', '0123', '123', 'none', ''];
  expect(texts.map((text) => book.add(text, listed))).toEqual(texts.map(() => true));
  expect(texts.map((text) => book.add(text, listed))).toEqual(texts.map(() => false));
});
