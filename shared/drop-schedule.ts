import { MINUTE_MS } from './time-units.ts';

/** Minimum time between a request and its drop, in milliseconds. */
export const MINIMUM_LEAD_MS = MINUTE_MS;
/** Interval of the selectable campaign times, in minutes. */
export const TIME_STEP_MINUTES = 30;

/** Selectable times, `00:00` to `23:30` UTC. */
export const CAMPAIGN_TIMES: readonly string[] = Array.from(
  { length: (24 * 60) / TIME_STEP_MINUTES },
  (_, step) => {
    const minutes = step * TIME_STEP_MINUTES;
    return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
  },
);

/** The time of a new campaign: 11:00 in New York and 8:00 in Los Angeles (standard time), within calling hours in all US time zones. */
export const USUAL_TIME = '16:00';

export type DropDate = { ok: true; date: Date } | { ok: false; message: string };

/** ISO 8601 date, optionally with at least hours and minutes. */
const ISO_TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * Returns the effective drop date: the requested time, but at least one minute from now; without a time, one minute
 * from now. Invalid dates and dates beyond the scheduling window are errors. Times without a zone are UTC.
 */
export function resolveDropDate(requested: string | undefined, now: Date): DropDate {
  const earliest = now.getTime() + MINIMUM_LEAD_MS;
  if (requested === undefined || requested === '') return { ok: true, date: new Date(earliest) };
  const time = parseUtc(requested);
  if (time === null) return { ok: false, message: 'The start date is not a date' };
  if (time > endOfWindow(now).getTime()) {
    return { ok: false, message: 'The start date may be at most one year ahead' };
  }
  return { ok: true, date: new Date(Math.max(time, earliest)) };
}

/** Combines a start date (YYYY-MM-DD) and a campaign time (HH:MM) to an ISO time in UTC. */
export function dropMoment(startDate: string, campaignTime: string): string {
  return `${startDate}T${campaignTime}:00.000Z`;
}

/** Returns the end of the scheduling window: the end of the UTC day one year from now. */
export function endOfWindow(now: Date): Date {
  const end = new Date(now);
  end.setUTCFullYear(end.getUTCFullYear() + 1);
  end.setUTCHours(23, 59, 59, 999);
  return end;
}

/** Returns the UTC day of a date as YYYY-MM-DD. */
export function utcDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Formats a day (YYYY-MM-DD) as `Nov 20, 2026`. */
export function formatDay(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${MONTHS[Number(month) - 1] ?? month} ${date}, ${year}`;
}

/** Formats a range as `Nov 20, 2026 to Nov 24, 2026`; a single day if there is no end. */
export function formatDayRange(start: string, end: string | null): string {
  return end === null || end === start ? formatDay(start) : `${formatDay(start)} to ${formatDay(end)}`;
}

/** Returns an ISO time as milliseconds since the epoch, in UTC where it names no zone; null for any other text. */
export function parseUtc(text: string): number | null {
  const trimmed = text.trim();
  if (!ISO_TIME.test(trimmed)) return null;
  const zoned = /T.*(Z|[+-]\d{2}:?\d{2})$/.test(trimmed) || !trimmed.includes('T');
  const time = Date.parse(zoned ? trimmed : `${trimmed}Z`);
  if (Number.isNaN(time)) return null;
  return isDay(trimmed.slice(0, 10)) ? time : null;
}

/** Returns whether a text is a day `YYYY-MM-DD` of the calendar: `Date.parse` turns February 30 into March 2. */
export function isDay(day: string): boolean {
  const midnight = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && utcDay(midnight) === day;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
