import { z } from 'zod';
import { DAY_MS } from '../time-units.ts';

const plusDays = z.int().min(-60).max(60).default(0);
const month = z.int().min(1).max(12);
const weekday = z.int().min(1).max(7);

/**
 * A day of each year: a date, a weekday of a month, or a number of days from Easter. `nth` counts from 1, -1 is the last;
 * `on_or_after` is the first day of the month that counts. `plus_days` moves the day.
 */
export const holidaySchema = z.union([
  z.strictObject({ name: z.string().min(1), month, day: z.int().min(1).max(31) }),
  z.strictObject({
    name: z.string().min(1),
    month,
    weekday,
    nth: z.union([z.int().min(1).max(4), z.literal(-1)]),
    plus_days: plusDays,
  }),
  z.strictObject({ name: z.string().min(1), month, weekday, on_or_after: z.int().min(1).max(25) }),
  z.strictObject({ name: z.string().min(1), easter_days: z.int().min(-60).max(60) }),
]);
export type Holiday = z.infer<typeof holidaySchema>;

/**
 * The days off instead of a date at a weekend, beside the date itself. `nearest`: Friday or Monday; `monday`: Monday for a
 * Sunday; `next_monday`: Monday for both.
 */
export const OBSERVANCES = ['nearest', 'monday', 'next_monday'] as const;
export type Observance = (typeof OBSERVANCES)[number];

const [SATURDAY, SUNDAY] = [6, 7];

/** Returns the days of a year's holiday, counted from 1970: one, or two where it is also observed on another day. */
export function holidayDays(holiday: Holiday, observed: Observance | undefined, year: number): number[] {
  const day = holidayDay(holiday, year);
  const shift = 'day' in holiday && observed !== undefined ? shiftOf(weekdayOf(day), observed) : 0;
  return shift === 0 ? [day] : [day, day + shift];
}

/** Returns 1 (Monday) to 7 (Sunday) of a day counted from 1970, which began on a Thursday. */
export function weekdayOf(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

/** Returns the day of a date, counted from 1970. Months are 1 to 12. */
export function dayOf(year: number, monthOfYear: number, day: number): number {
  return Date.UTC(year, monthOfYear - 1, day) / DAY_MS;
}

function holidayDay(holiday: Holiday, year: number): number {
  if ('easter_days' in holiday) return easterSunday(year) + holiday.easter_days;
  if ('day' in holiday) return dayOf(year, holiday.month, holiday.day);
  if ('on_or_after' in holiday)
    return nextWeekday(dayOf(year, holiday.month, holiday.on_or_after), holiday.weekday);
  const last = dayOf(year, holiday.month + 1, 0);
  const first = holiday.nth === -1 ? last - 6 : dayOf(year, holiday.month, 1) + (holiday.nth - 1) * 7;
  return nextWeekday(first, holiday.weekday) + holiday.plus_days;
}

function nextWeekday(day: number, wanted: number): number {
  return day + ((wanted - weekdayOf(day) + 7) % 7);
}

function shiftOf(day: number, observed: Observance): number {
  if (day === SUNDAY) return 1;
  if (day !== SATURDAY || observed === 'monday') return 0;
  return observed === 'nearest' ? -1 : 2;
}

/** Returns Easter Sunday of the Gregorian calendar, by the algorithm of Meeus, counted from 1970. */
function easterSunday(year: number): number {
  const golden = year % 19;
  const [century, rest] = [Math.floor(year / 100), year % 100];
  const corrected = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - corrected + 15) % 30;
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - epact - (rest % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  const days = epact + toSunday - 7 * late + 114;
  return dayOf(year, Math.floor(days / 31), (days % 31) + 1);
}
