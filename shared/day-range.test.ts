import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  daysBefore,
  daysIn,
  daysOf,
  endOf,
  isRangeDay,
  isReversed,
  lastDays,
  rangeBefore,
  startOf,
} from './day-range.ts';
import { DAY_MS } from './time-units.ts';

test.each([
  ['1999-12-31', false],
  ['2000-01-01', true],
  ['2024-02-29', true],
  ['2023-02-29', false],
  ['2199-12-31', true],
  ['2200-01-01', false],
  ['10000-01-01', false],
  ['2024-1-1', false],
  ['', false],
])('a range may begin or end with %j: %s', (text, expected) => {
  expect(isRangeDay(text)).toBe(expected);
});

const FIRST = startOf('2000-01-01').getTime();
const day = fc
  .integer({ min: 0, max: 73_000 })
  .map((n) => new Date(FIRST + n * DAY_MS).toISOString().slice(0, 10));
const length = fc.integer({ min: 1, max: 800 });

test('a range has the days from its first to its last, each once', () => {
  fc.assert(
    fc.property(day, length, (to, days) => {
      const range = { from: daysBefore(to, days - 1), to };
      const listed = daysOf(range);
      expect([listed[0], listed.at(-1), listed.length, new Set(listed).size]).toEqual([
        range.from,
        to,
        days,
        days,
      ]);
      expect(daysIn(range)).toBe(days);
      expect(listed.toSorted()).toEqual(listed);
      expect(endOf(to).getTime() - startOf(range.from).getTime()).toBe(days * DAY_MS);
    }),
  );
});

test('the range before another is as long and ends the day before it', () => {
  fc.assert(
    fc.property(day, length, (to, days) => {
      const range = { from: daysBefore(to, days - 1), to };
      const before = rangeBefore(range);
      expect([daysIn(before), endOf(before.to)]).toEqual([days, startOf(range.from)]);
    }),
  );
});

test('the last days end with the UTC day of the time', () => {
  expect(lastDays(7, new Date('2026-03-01T00:00:00Z'))).toEqual({ from: '2026-02-23', to: '2026-03-01' });
  expect(lastDays(1, new Date('2026-02-28T23:59:59.999Z'))).toEqual({ from: '2026-02-28', to: '2026-02-28' });
});

test('a range is reversed if both ends are given and the first is later', () => {
  const [early, late] = ['2026-01-01', '2026-01-02'];
  expect(isReversed({ from: late, to: early })).toBe(true);
  expect(daysOf({ from: '2026-01-05', to: early })).toEqual([]);
  for (const range of [
    { from: early, to: late },
    { from: early, to: early },
    { from: late },
    { to: early },
    {},
  ])
    expect(isReversed(range)).toBe(false);
});
