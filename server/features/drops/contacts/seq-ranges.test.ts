import { expect, it } from 'vitest';
import { positionOf, seqRanges } from './seq-ranges.ts';

it.each([
  ['the first page', 0, 3, [{ from: 1, to: 3 }]],
  ['a page in the middle', 4, 3, [{ from: 5, to: 7 }]],
  ['the last, shorter page', 9, 3, [{ from: 10, to: 10 }]],
  ['nothing after the last contact', 10, 3, []],
  ['nothing far after it', 1_000, 3, []],
])('gives the numbers of %s where all numbers are used', (_, offset, limit, ranges) => {
  expect(seqRanges({ total: 10 }, offset, limit)).toEqual(ranges);
});

it('has every contact on one page, in order, whatever the size of the pages and the unused numbers', () => {
  const unusedSeqs = [
    { from: 3, to: 4 },
    { from: 6, to: 6 },
    { from: 9, to: 20 },
  ];
  const used = [1, 2, 5, 7, 8, 21, 22, 23];
  for (let size = 1; size <= used.length + 1; size += 1) {
    const found: number[][] = [];
    for (let offset = 0; offset < used.length; offset += size)
      found.push(seqRanges({ total: used.length, unusedSeqs }, offset, size).flatMap(numbersOf));
    expect(found.map(({ length }) => length).slice(0, -1)).toEqual(Array(found.length - 1).fill(size));
    expect(found.flat()).toEqual(used);
  }
  expect(used.map((number) => positionOf(number, { unusedSeqs }))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

it('leaves unused numbers after the last contact alone', () => {
  expect(seqRanges({ total: 2, unusedSeqs: [{ from: 3, to: 9 }] }, 0, 50)).toEqual([{ from: 1, to: 2 }]);
});

function numbersOf({ from, to }: { from: number; to: number }): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
