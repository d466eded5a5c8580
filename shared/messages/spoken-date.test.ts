import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS } from '#shared/time-units.ts';
import { spokenCell } from './spoken-date.ts';

const TODAY = new Date('2026-11-28T17:00:00Z');

test.each([
  ['2026-12-03', 'December 3'],
  [' 2026-12-03 ', 'December 3'],
  ['2026-01-31', 'January 31'],
  ['2027-11-28', 'November 28'],
  ['2027-11-29', 'November 29, 2027'],
  ['2025-12-31', 'December 31, 2025'],
  ['2028-02-29', 'February 29, 2028'],
  ['2026-12-03T16:00', 'December 3'],
  ['2026-12-03T16:00:00Z', 'December 3'],
  ['2026-12-03T16:00:00.000+02:00', 'December 3'],
  ['2026-12-03 16:00:00', 'December 3'],
])('the date %j is said as %s', (cell, said) => {
  expect(spokenCell(cell, TODAY)).toBe(said);
});

test.each([
  ...['12/03/2026', '3.12.2026', '03-12-2026', '20261203', '2026/12/03', '2026-12', '2026', 'December 3'],
  ...['2026-13-01', '2026-02-30', '2027-02-29', '0000-01-01', '9999-12-31', '2026-12-3', '2026-12-03-1'],
  ...[
    '$2,026.12',
    '1,200',
    '202-555-0143',
    '+12025550143',
    '94103-1203',
    '94103',
    'A2026-12-03',
    '4111-11-11',
  ],
  ...['2026-12-03 to 2026-12-05', '2026-12-03T', '2026-12-03TZ', '', ' ', '5551-203-4567'],
])('%j is said as it is written', (cell) => {
  expect(spokenCell(cell, TODAY)).toBe(cell);
});

const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true });

test('every date is said with its month and day, and read back by its year', () => {
  fc.assert(
    fc.property(days, days, (date, today) => {
      const iso = date.toISOString().slice(0, 10);
      const said = spokenCell(iso, today);
      expect(spokenCell(`${iso}T23:59:59Z`, today)).toBe(said);
      const withYear = spokenCell(iso, null);
      const midnight = Date.parse(`${iso}T00:00:00Z`);
      expect(Date.parse(`${withYear} UTC`)).toBe(midnight);
      const isNear =
        date.getUTCFullYear() === today.getUTCFullYear() ||
        (midnight > today.getTime() && midnight < today.getTime() + 364 * DAY_MS);
      if (isNear) expect(said).toBe(withYear.replace(/, \d+$/, ''));
      if (midnight > today.getTime() + 367 * DAY_MS) expect(said).toBe(withYear);
    }),
  );
});

test('amounts, phone numbers, codes and zip codes are never taken for dates', () => {
  const digits = (length: number) =>
    fc
      .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
      .map((all) => all.join(''));
  const others = fc.oneof(
    fc.tuple(digits(3), digits(3), digits(4)).map((parts) => parts.join('-')),
    digits(10).map((number) => `+1${number}`),
    fc.tuple(digits(5), digits(4)).map((parts) => parts.join('-')),
    digits(8),
    fc.double({ min: 0, max: 1e6, noNaN: true }).map((amount) => `$${amount.toFixed(2)}`),
    fc.tuple(digits(2), digits(2), digits(4)).map((parts) => parts.join('/')),
    fc
      .tuple(fc.constantFrom('A', 'ref '), digits(4), digits(2), digits(2))
      .map(([head, ...rest]) => head + rest.join('-')),
  );
  fc.assert(
    fc.property(others, days, (cell, today) => {
      expect(spokenCell(cell, today)).toBe(cell);
    }),
  );
});
