import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PhoneBook, phoneDigits } from './phone-book.ts';

test('a number is new once in each of the two columns', () => {
  const book = new PhoneBook();
  expect(book.note(12025550100, 0)).toBe(false);
  expect(book.note(0, 12025550100)).toBe(false);
  expect(book.note(12025550100, 0)).toBe(true);
  expect(book.note(12025550101, 12025550100)).toBe(true);
  expect(book.note(0, 0)).toBe(false);
});

test('the same number in both columns is recorded for both', () => {
  const book = new PhoneBook();
  expect(book.note(12025550100, 12025550100)).toBe(false);
  expect(book.note(0, 12025550100)).toBe(true);
  expect(book.note(12025550100, 0)).toBe(true);
});

test('both columns are recorded even if the first was known', () => {
  const book = new PhoneBook();
  book.note(1, 2);
  expect(book.note(1, 3)).toBe(true);
  expect(book.note(0, 3)).toBe(true);
});

test('behaves like plain sets for any numbers, order and seed', () => {
  const seed = fc.integer({ min: 0, max: 2 ** 32 - 1 });
  const phone = fc.oneof(
    fc.constant(0),
    fc.integer({ min: 1, max: 50 }),
    fc.integer({ min: 1_000_000_0000, max: 1_999_999_9999 }),
    fc.integer({ min: 999_999_999_999_990, max: 999_999_999_999_999 }),
  );
  fc.assert(
    fc.property(
      seed,
      fc.array(fc.tuple(phone, phone), { maxLength: 3_000, size: 'max' }),
      (start, contacts) => {
        const book = new PhoneBook(start);
        const seen = new Set<string>();
        for (const [listed, dialled] of contacts) {
          const keys = [
            ...(listed === 0 ? [] : [`listed ${String(listed)}`]),
            ...(dialled === 0 ? [] : [`dialled ${String(dialled)}`]),
          ];
          expect(book.note(listed, dialled)).toBe(keys.some((key) => seen.has(key)));
          keys.forEach((key) => seen.add(key));
        }
      },
    ),
    { numRuns: 30 },
  );
});

test('values that are not numbers are compared as text', () => {
  const book = new PhoneBook();
  expect(['none', 'unknown', 'none'].map((text) => book.noteText(text))).toEqual([false, false, true]);
});

test.each([
  ['+1 (202) 555-0100', 12025550100],
  ['1', 1],
  ['123456789012345', 123_456_789_012_345],
  ['1234567890123456', 0],
  ['0123', 0],
  ['none', 0],
  ['', 0],
])('phoneDigits reads the digits of %j', (phone, digits) => {
  expect(phoneDigits(`x${phone}x`, 1, phone.length + 1)).toBe(digits);
});
