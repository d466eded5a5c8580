import { expect, test } from 'vitest';
import type { HeldLot } from './held-lot.ts';
import { addLots, allowanceCalls, firstCalls, lastCalls, withoutLots } from './lots.ts';

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
  expect(addLots([EXTRA], [{ ...EXTRA, price: 60 }])).toEqual([EXTRA, { ...EXTRA, price: 60 }]);
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
