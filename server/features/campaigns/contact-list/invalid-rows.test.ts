import { expect, it } from 'vitest';
import { InvalidRows, remainingLines } from './invalid-rows.ts';

const error = (line: number) => ({ line, message: 'No', value: 'x' });

it('keeps which rows are invalid, far apart, and their errors', () => {
  const rows = new InvalidRows();
  rows.add(3, [error(5), error(5)]);
  rows.add(1_000_000, [error(1_000_002)]);
  rows.add(3, [error(5)]);
  expect([0, 3, 4, 999_999, 1_000_000, 2_000_000].map((index) => rows.has(index))).toEqual([
    ...[false, true, false, false, true, false],
  ]);
  expect(rows.present()).toEqual({
    count: 2,
    errors: [5, 5, 1_000_002].map((line) => ({ line, message: 'No' })),
  });
  rows.clear();
  expect([rows.has(3), rows.present().count]).toEqual([false, 0]);
});

it('returns the lines of the rows that remain', () => {
  const rows = new InvalidRows();
  for (const index of [0, 2, 3]) rows.add(index, []);
  const lineOf = remainingLines(rows);
  expect([0, 1, 2, 0, 2].map(lineOf)).toEqual([3, 6, 7, 3, 7]);
});
