import { callingHoursSchema, LEGAL_HOURS, type CallingHours } from '#shared/schemas/calling/calling.ts';
import type { SelectOption } from '#client/ui/controls/inputs.tsx';

/** The days of the week, from Monday: 1 to 7. */
export const DAYS = [
  { day: 1, short: 'Mon', name: 'Monday' },
  { day: 2, short: 'Tue', name: 'Tuesday' },
  { day: 3, short: 'Wed', name: 'Wednesday' },
  { day: 4, short: 'Thu', name: 'Thursday' },
  { day: 5, short: 'Fri', name: 'Friday' },
  { day: 6, short: 'Sat', name: 'Saturday' },
  { day: 7, short: 'Sun', name: 'Sunday' },
] as const;

/** The half hours within the hours of the law, `08:00` to `21:00`. */
export const HALF_HOURS: readonly string[] = Array.from({ length: 48 }, (_, half) => {
  const hour = String(Math.floor(half / 2)).padStart(2, '0');
  return `${hour}:${half % 2 === 0 ? '00' : '30'}`;
}).filter((time) => time >= LEGAL_HOURS.from && time <= LEGAL_HOURS.to);

const options = (times: readonly string[]): SelectOption[] =>
  times.map((time) => ({ value: time, label: clockTime(time) }));
/** When calls may begin and when they end. */
export const FROM_OPTIONS = options(HALF_HOURS.slice(0, -1));
export const TO_OPTIONS = options(HALF_HOURS.slice(1));

/** Formats `20:30` as `8:30 PM`. */
export function clockTime(time: string): string {
  const hours = Number(time.slice(0, 2));
  return `${String(hours % 12 === 0 ? 12 : hours % 12)}:${time.slice(3)} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** Formats calling hours: `Mon to Fri, 9:00 AM to 8:00 PM, in each person’s own time`. */
export function hoursText({ from, to, days }: CallingHours): string {
  return `${daysText(days)}, ${clockTime(from)} to ${clockTime(to)}, in each person’s own time`;
}

function daysText(days: readonly number[]): string {
  if (days.length === DAYS.length) return 'Every day';
  const chosen = DAYS.filter(({ day }) => days.includes(day)).map(({ short }) => short);
  const [first, last] = [Math.min(...days), Math.max(...days)];
  const isRange = chosen.length > 2 && last - first === chosen.length - 1;
  return isRange ? `${chosen[0] ?? ''} to ${chosen.at(-1) ?? ''}` : chosen.join(', ');
}

/** What is wrong with calling hours, by the field that shows it; empty if they are valid. */
export function hoursErrors(hours: CallingHours): { to?: string; days?: string } {
  const { error } = callingHoursSchema.safeParse(hours);
  const of = (field: string) => error?.issues.find(({ path }) => path[0] === field)?.message;
  const [to, days] = [of('to'), of('days')];
  return { ...(to !== undefined && { to }), ...(days !== undefined && { days }) };
}
