import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IdBook } from './id-book.ts';
import { NEW } from './phone-book.ts';

const noted = (ids: readonly string[], seed = 0) => {
  const book = new IdBook(seed);
  return ids.map((id, index) => book.note(`<${id}>`, 1, id.length + 1, index));
};

test('a repeated id is found at its first record', () => {
  expect(noted(['a', 'b', 'a', 'b', 'a'])).toEqual([NEW, NEW, 0, 1, 0]);
});

test('ids that are numbered in order are found as well', () => {
  expect(noted(['c08', 'c09', 'c10', 'c11', 'c09', 'c9', 'c009', 'c12', 'c11', 'c12'])).toEqual([
    ...[NEW, NEW, NEW, NEW, 1, NEW, NEW, NEW, 3, 7],
  ]);
  expect(noted(['8', '9', '10', '010', '10', '11'])).toEqual([NEW, NEW, NEW, NEW, 2, NEW]);
});

test('ids differ by case, by length and by any character', () => {
  expect(new Set(noted(['a', 'A', 'aa', 'a ', 'ä', 'a\u0000', '0', '00', '']))).toEqual(new Set([NEW]));
});

test('behaves like a map for any ids, order and seed', () => {
  const id = fc.oneof(
    fc.integer({ min: 0, max: 120 }).map(String),
    fc.integer({ min: 0, max: 120 }).map((number) => `c${String(number).padStart(3, '0')}`),
    fc.integer({ min: 0, max: 40 }).map((number) => `9999999999999${String(number)}`),
    fc.string({ maxLength: 12 }),
    fc.constantFrom('3f2504e0-4f89-11d3-9a0c-0305e82c3301', '3f2504e0-4f89-11d3-9a0c-0305e82c3302'),
  );
  const run = fc.nat(2_000).map((from) => Array.from({ length: 60 }, (_, at) => `c${String(from + at)}`));
  const lists = fc.array(fc.oneof(fc.array(id, { maxLength: 60 }), run), { maxLength: 30 });
  fc.assert(
    fc.property(lists, fc.integer({ min: 0, max: 2 ** 32 - 1 }), (parts, seed) => {
      const ids = parts.flat();
      const firsts = new Map<string, number>();
      ids.forEach((one, index) => {
        if (!firsts.has(one)) firsts.set(one, index);
      });
      const expected = ids.map((one, index) => (firsts.get(one) === index ? NEW : firsts.get(one)));
      expect(noted(ids, seed)).toEqual(expected);
      const book = new IdBook(seed);
      const looked = ids.map((one, index) => {
        const first = book.find(`<${one}>`, 1, one.length + 1);
        // Only some are added.
        if (index % 3 > 0) book.note(`<${one}>`, 1, one.length + 1, index);
        return first;
      });
      const added = (one: string, before: number) =>
        ids.findIndex((other, index) => index < before && index % 3 > 0 && other === one);
      expect(looked).toEqual(ids.map(added));
    }),
    { numRuns: 200 },
  );
});
