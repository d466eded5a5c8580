import { expect, test } from 'vitest';
import { DAY_MS } from '../time-units.ts';
import { dayOf, holidayDays, type Holiday, type Observance } from './holidays.ts';

const JULY_4: Holiday = { name: 'Independence Day', month: 7, day: 4 };
const EASTER: Holiday = { name: 'Easter', easter_days: 0 };
const LAST_MONDAY: Holiday = { name: 'Memorial Day', month: 5, weekday: 1, nth: -1, plus_days: 0 };

test.each<[what: string, holiday: Holiday, year: number, date: string]>([
  ['a date', JULY_4, 2027, '2027-07-04'],
  ['the third Monday', { name: '', month: 1, weekday: 1, nth: 3, plus_days: 0 }, 2027, '2027-01-18'],
  ['the last Monday, the last day of its month', LAST_MONDAY, 2027, '2027-05-31'],
  ['the last Monday of another year', LAST_MONDAY, 2026, '2026-05-25'],
  ['a day after', { name: '', month: 11, weekday: 4, nth: 4, plus_days: 1 }, 2027, '2027-11-26'],
  ['a weekday on or after a day', { name: '', month: 11, weekday: 2, on_or_after: 2 }, 2027, '2027-11-02'],
  ['Easter in March', EASTER, 2024, '2024-03-31'],
  ['Easter in April', EASTER, 2026, '2026-04-05'],
  ['Good Friday', { name: '', easter_days: -2 }, 2027, '2027-03-26'],
])('the day of %s', (_what, holiday, year, date) => {
  expect(datesOf(holidayDays(holiday, undefined, year))).toEqual([date]);
});

test.each<[observed: Observance | undefined, year: number, other: string[]]>([
  ['nearest', 2026, ['2026-07-03']],
  ['nearest', 2027, ['2027-07-05']],
  ['nearest', 2028, []],
  ['monday', 2026, []],
  ['monday', 2027, ['2027-07-05']],
  ['next_monday', 2026, ['2026-07-06']],
  ['next_monday', 2027, ['2027-07-05']],
  [undefined, 2027, []],
])('observed %s in %i, a date is off itself and on %j', (observed, year, other) => {
  expect(datesOf(holidayDays(JULY_4, observed, year))).toEqual([`${String(year)}-07-04`, ...other]);
});

test('days count from 1970', () => {
  expect(dayOf(1970, 1, 2)).toBe(1);
});

function datesOf(days: number[]): string[] {
  return days.map((day) => new Date(day * DAY_MS).toISOString().slice(0, 10));
}
