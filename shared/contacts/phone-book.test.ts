import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NEW, PhoneBook } from './phone-book.ts';

test('a number is new once in each of the two columns', () => {
  const book = new PhoneBook();
  expect(book.note(12025550100, 0, 0)).toBe(NEW);
  expect(book.note(0, 12025550100, 1)).toBe(NEW);
  expect(book.note(12025550100, 0, 2)).toBe(0);
  expect(book.note(12025550101, 12025550100, 3)).toBe(1);
  expect(book.note(0, 0, 4)).toBe(NEW);
  expect(book.note(12025550101, 0, 5)).toBe(3);
});

test('the same number in both columns is recorded for both', () => {
  const book = new PhoneBook();
  expect(book.note(12025550100, 12025550100, 0)).toBe(NEW);
  expect(book.note(0, 12025550100, 1)).toBe(0);
  expect(book.note(12025550100, 0, 2)).toBe(0);
});

test('the first record is the first with the number in the same column', () => {
  const book = new PhoneBook();
  book.note(7, 8, 0);
  book.note(9, 7, 1);
  expect(book.note(10, 7, 2)).toBe(1);
  expect(book.note(7, 11, 3)).toBe(0);
});

test('both columns are recorded even if the first was known', () => {
  const book = new PhoneBook();
  book.note(1, 2, 0);
  expect(book.note(1, 3, 1)).toBe(0);
  expect(book.note(0, 3, 2)).toBe(1);
});

test('behaves like a map for any numbers, order and seed', () => {
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
      fc.nat(10_000),
      (start, contacts, reserved) => {
        const book = new PhoneBook(start);
        const firsts = new Map<string, number>();
        for (const [index, [listed, dialled]] of contacts.entries()) {
          if (index === 40) book.reserve(reserved);
          const keys = [
            ...(listed === 0 ? [] : [`listed ${String(listed)}`]),
            ...(dialled === 0 ? [] : [`dialled ${String(dialled)}`]),
          ];
          const known = keys.flatMap((key) => firsts.get(key) ?? []);
          const first = listed === dialled ? Math.min(...known) : known[0];
          expect(book.note(listed, dialled, index)).toBe(known.length === 0 ? NEW : first);
          for (const key of keys) if (!firsts.has(key)) firsts.set(key, index);
        }
      },
    ),
    { numRuns: 30 },
  );
});
