import fc from 'fast-check';
import { expect, it } from 'vitest';
import { differenceInterval, wilsonInterval, type Interval, type Share } from './share-interval.ts';

const rounded = (interval: Interval | undefined) =>
  [interval?.low, interval?.high].map((bound) => Math.round((bound ?? NaN) * 10_000) / 10_000 + 0);

it.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])(
  'the interval of %i of %i is that of Newcombe (1998), two-sided intervals for the single proportion, method 3',
  (part, whole, low, high) => {
    expect(rounded(wilsonInterval({ part, whole }))).toEqual([low, high]);
  },
);

it.each([
  [56, 70, 48, 80, 0.0524, 0.3339],
  [9, 10, 3, 10, 0.1705, 0.809],
  [6, 7, 2, 7, 0.0582, 0.8062],
  [5, 56, 0, 29, -0.0381, 0.1926],
  [0, 10, 0, 10, -0.2775, 0.2775],
  [10, 10, 0, 10, 0.6075, 1],
])(
  'the interval of %i/%i less %i/%i is that of Newcombe (1998), difference between independent proportions, method 10',
  (part, whole, lessPart, lessWhole, low, high) => {
    const less = { part: lessPart, whole: lessWhole };
    expect(rounded(differenceInterval(less, { part, whole }))).toEqual([low, high]);
  },
);

it('there is no interval of a difference while one side has no calls', () => {
  const none = { part: 0, whole: 0 };
  expect([
    differenceInterval(none, { part: 1, whole: 2 }),
    differenceInterval({ part: 1, whole: 2 }, none),
  ]).toEqual([undefined, undefined]);
});

const shares: fc.Arbitrary<Share> = fc
  .integer({ min: 1, max: 1_000_000 })
  .chain((whole) => fc.record({ part: fc.integer({ min: 0, max: whole }), whole: fc.constant(whole) }));
const ROUNDING = 1e-9;

it('an interval has its difference within, lies between -1 and 1, and changes its sign with the sides', () => {
  fc.assert(
    fc.property(shares, shares, (a, b) => {
      const interval = differenceInterval(a, b);
      if (interval === undefined) expect.fail('both sides have calls');
      const { low, high } = interval;
      const difference = b.part / b.whole - a.part / a.whole;
      expect(low).toBeGreaterThanOrEqual(-1 - ROUNDING);
      expect(low).toBeLessThanOrEqual(difference + ROUNDING);
      expect(high).toBeGreaterThanOrEqual(difference - ROUNDING);
      expect(high).toBeLessThanOrEqual(1 + ROUNDING);
      const turned = differenceInterval(b, a);
      expect(turned?.low).toBeCloseTo(-high, 9);
      expect(turned?.high).toBeCloseTo(-low, 9);
    }),
  );
});
