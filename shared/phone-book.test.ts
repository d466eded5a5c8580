import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PhoneBook } from './phone-book.ts';

test('a number is new once in each of the two cells', () => {
  const book = new PhoneBook();
  expect(book.note('12025550100', '')).toBe(false);
  expect(book.note('', '12025550100')).toBe(false);
  expect(book.note('+1 202 555 0100', '')).toBe(true);
  expect(book.note('12025550101', '12025550100')).toBe(true);
});

test('the same number in both cells counts in both', () => {
  const book = new PhoneBook();
  expect(book.note('+12025550100', '12025550100')).toBe(false);
  expect(book.note('', '12025550100')).toBe(true);
  expect(book.note('12025550100', '')).toBe(true);
});

test('both cells are noted, also where the first was known', () => {
  const book = new PhoneBook();
  book.note('1', '2');
  expect(book.note('1', '3')).toBe(true);
  expect(book.note('', '3')).toBe(true);
});

test('agrees with plain sets for any numbers in any order', () => {
  const phone = fc.oneof(
    fc.constant(''),
    fc.integer({ min: 1, max: 50 }).map(String),
    fc.integer({ min: 1_000_000_0000, max: 1_999_999_9999 }).map(String),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(phone, phone), { maxLength: 3_000, size: 'max' }), (contacts) => {
      const book = new PhoneBook();
      const seen = new Set<string>();
      for (const [listed, dialled] of contacts) {
        const keys = [`listed ${listed}`, `dialled ${dialled}`].filter((key) => !key.endsWith(' '));
        expect(book.note(listed, dialled)).toBe(keys.some((key) => seen.has(key)));
        keys.forEach((key) => seen.add(key));
      }
    }),
    { numRuns: 30 },
  );
});

test('numbers beyond 15 digits, with a leading zero or without digits are compared as text', () => {
  const book = new PhoneBook();
  const texts = ['1234567890123456', '1234567890123457', '0123', '123', 'none'];
  expect(texts.map((text) => book.note(text, ''))).toEqual(texts.map(() => false));
  expect(texts.map((text) => book.note(text, ''))).toEqual(texts.map(() => true));
});
