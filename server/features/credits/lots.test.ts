import { expect, test } from 'vitest';
import type { HeldLot } from './held-lot.ts';
import { addLots, allowanceCalls, containsLots, firstCalls, lastCalls, withoutLots } from './lots.ts';

const lot = (calls: number, more: Partial<HeldLot> = {}): HeldLot => ({
  calls,
  price: 0,
  allowance: true,
  period: 'november',
  ...more,
});
const NOVEMBER = lot(5);
const DECEMBER = lot(3, { period: 'december' });
const EXTRA = lot(4, { allowance: false, price: 50 });
const HOLD = [NOVEMBER, DECEMBER, EXTRA];

test('the allowance comes first, and equal neighbours are one lot', () => {
  expect(addLots([NOVEMBER, EXTRA], [DECEMBER, { ...EXTRA, calls: 2 }])).toEqual([
    ...[NOVEMBER, DECEMBER, { ...EXTRA, calls: 6 }],
  ]);
});

test.each([{ price: 60 }, { allowance: true }, { period: 'december' }])(
  'lots that differ by %o are two, and a hold of the one does not contain the other',
  (difference) => {
    const other = { ...EXTRA, ...difference };
    expect(addLots([EXTRA], [other])).toHaveLength(2);
    expect(containsLots([EXTRA], [other])).toBe(false);
  },
);

test('a hold contains as many calls as it has', () => {
  expect([3, 4, 5].map((calls) => containsLots(HOLD, [NOVEMBER, { ...EXTRA, calls }]))).toEqual([
    ...[true, true, false],
  ]);
});

test.each([
  [0, [], []],
  [5, [NOVEMBER], [{ ...DECEMBER, calls: 1 }, EXTRA]],
  [7, [NOVEMBER, { ...DECEMBER, calls: 2 }], [DECEMBER, EXTRA]],
  [12, HOLD, HOLD],
])('the first and the last %i calls of a hold are taken in its order', (calls, first, last) => {
  expect(firstCalls(HOLD, calls)).toEqual(first);
  expect(lastCalls(HOLD, calls)).toEqual(last);
});

test('a hold without lots keeps the rest in its order, and shows what it did not contain', () => {
  expect(withoutLots(HOLD, [NOVEMBER, { ...EXTRA, calls: 1 }])).toEqual([DECEMBER, { ...EXTRA, calls: 3 }]);
  expect(withoutLots([EXTRA], [{ ...EXTRA, calls: 5 }])).toEqual([{ ...EXTRA, calls: -1 }]);
  expect(withoutLots([EXTRA], [NOVEMBER])).toEqual([EXTRA, { ...NOVEMBER, calls: -5 }]);
});

test('the allowance of one period counts', () => {
  expect([allowanceCalls(HOLD, 'november'), allowanceCalls(HOLD, 'december')]).toEqual([5, 3]);
});
