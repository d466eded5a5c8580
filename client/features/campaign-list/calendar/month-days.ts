import { dropMoment, endOfWindow, USUAL_TIME, utcDay } from '#shared/drop-schedule.ts';
import { DAY_MS } from '#shared/time-units.ts';
import type { CalendarCampaign } from '#shared/schemas/campaigns/campaign-calendar.ts';

const DAYS_OF_WEEK = 7;

/** A month as `YYYY-MM` and a day as `YYYY-MM-DD`, in the time zone of the reader. */
export type Month = string;
export type Day = string;

/** What a campaign does on a day: it starts or is to start, it sends at present, or it ended. */
export interface DayEntry {
  campaign: CalendarCampaign;
  event: 'start' | 'sending' | 'end';
}

/** Returns the day of a moment for the reader. */
export function dayOf(at: string | Date): Day {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${String(date.getFullYear())}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/**
 * Returns the UTC day of a campaign that begins on a day of the reader at the usual time, or null if none can begin then
 * any more, or yet.
 */
export function startDayOf(day: Day, now: Date): string | null {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const near = [0, -1, 1].map((days) => utcDay(new Date(midnight + days * DAY_MS)));
  const start = near.find((utc) => dayOf(dropMoment(utc, USUAL_TIME)) === day);
  return start !== undefined && start >= utcDay(now) && start <= utcDay(endOfWindow(now)) ? start : null;
}

/** Returns the month of a moment for the reader. */
export function monthOf(at: Date): Month {
  return dayOf(at).slice(0, 7);
}

/** Returns the month that is so many months later. */
export function monthAfter(month: Month, months: number): Month {
  const { year, index } = partsOf(month);
  return new Date(Date.UTC(year, index + months)).toISOString().slice(0, 7);
}

/** Returns the moments at which a month of the reader begins, and ends, as ISO times. */
export function rangeOf(month: Month): { from: string; until: string } {
  const { year, index } = partsOf(month);
  return {
    from: new Date(year, index).toISOString(),
    until: new Date(year, index + 1).toISOString(),
  };
}

/** Returns the days of a month, in order. */
export function daysOf(month: Month): Day[] {
  const { year, index } = partsOf(month);
  const days = new Date(Date.UTC(year, index + 1, 0)).getUTCDate();
  return Array.from({ length: days }, (_, n) => `${month}-${String(n + 1).padStart(2, '0')}`);
}

/** Returns the weeks of a month from Sunday to Saturday; null for days of other months. */
export function weeksOf(month: Month): (Day | null)[][] {
  const days = daysOf(month);
  const before = new Date(`${month}-01T00:00:00Z`).getUTCDay();
  const weeks = Math.ceil((before + days.length) / DAYS_OF_WEEK);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: DAYS_OF_WEEK }, (__, n) => days[week * DAYS_OF_WEEK + n - before] ?? null),
  );
}

/**
 * Returns what is on each day, in the order of the campaigns: a campaign is on the day of its start, on that of its end
 * and, while it sends, on the present one; once on each.
 */
export function entriesByDay(
  campaigns: readonly CalendarCampaign[],
  now: Date,
): ReadonlyMap<Day, readonly DayEntry[]> {
  const days = new Map<Day, DayEntry[]>();
  for (const campaign of campaigns) {
    const { status, starts_at: start, finished_at: end } = campaign;
    const events = new Map<Day, DayEntry['event']>();
    if (end !== null) events.set(dayOf(end), 'end');
    if (status === 'Sending') events.set(dayOf(now), 'sending');
    events.set(dayOf(start), 'start');
    for (const [day, event] of events) days.set(day, [...(days.get(day) ?? []), { campaign, event }]);
  }
  return days;
}

function partsOf(month: Month): { year: number; index: number } {
  return { year: Number(month.slice(0, 4)), index: Number(month.slice(5)) - 1 };
}
