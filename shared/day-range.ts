import { DAY_MS } from './time-units.ts';
import { isDay, utcDay } from './drop-schedule.ts';

/** Days beyond these are typing errors, and would need years of more than four digits. */
const FIRST_DAY = '2000-01-01';
const LAST_DAY = '2199-12-31';

/** Returns whether a text is a day that a range may begin or end with. */
export function isRangeDay(text: string): boolean {
  return isDay(text) && text >= FIRST_DAY && text <= LAST_DAY;
}

/** The most days of one chart. */
export const MAX_CHART_DAYS = 366;

export const REVERSED_RANGE = 'The range ends before it begins';

/** UTC days from `from` to `to`, both included; open where one is missing. */
export interface DayRange {
  from?: string | undefined;
  to?: string | undefined;
}

/** A range with both ends. */
export interface Days {
  from: string;
  to: string;
}

/** Returns whether a range ends before it begins. */
export function isReversed({ from, to }: DayRange): boolean {
  return from !== undefined && to !== undefined && from > to;
}

/** Returns the day that is so many days before another. */
export function daysBefore(day: string, days: number): string {
  return utcDay(new Date(startOf(day).getTime() - days * DAY_MS));
}

/** Returns the first and the last of the `days` UTC days that end today. */
export function lastDays(days: number, now: Date): Days {
  const to = utcDay(now);
  return { from: daysBefore(to, days - 1), to };
}

/** Returns how many days a range has, both ends included. */
export function daysIn({ from, to }: Days): number {
  return Math.round((startOf(to).getTime() - startOf(from).getTime()) / DAY_MS) + 1;
}

/** Returns the range of the same length that ends the day before another begins. */
export function rangeBefore(range: Days): Days {
  return { from: daysBefore(range.from, daysIn(range)), to: daysBefore(range.from, 1) };
}

/** Returns every day of a range, oldest first. */
export function daysOf(range: Days): string[] {
  const first = startOf(range.from).getTime();
  return Array.from({ length: Math.max(0, daysIn(range)) }, (_, n) => utcDay(new Date(first + n * DAY_MS)));
}

/** Returns the midnight at which a UTC day begins. */
export function startOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

/** Returns the midnight at which a UTC day ends. */
export function endOf(day: string): Date {
  return new Date(startOf(day).getTime() + DAY_MS);
}

/** Of which day a call is, for people: a day that is over does not change. */
export const DAY_RULE =
  'A call counts on the day it ended (UTC), also if its campaign is deleted later. One that is retried on a later day counts there too.';
