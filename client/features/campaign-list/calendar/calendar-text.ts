import { formatDay } from '#shared/drop-schedule.ts';
import { formatCount } from '#shared/formats.ts';
import { dayOf, type Day, type DayEntry, type Month } from './month-days.ts';

const TIME = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const SHORT_DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });
const DAY = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
});

/** Formats a month: "November 2026". */
export function monthText(month: Month): string {
  return MONTH.format(new Date(`${month}-01T00:00:00Z`));
}

/** Formats a day: "Monday, November 30". */
export function dayText(day: Day): string {
  return DAY.format(new Date(`${day}T00:00:00Z`));
}

/** Says what a campaign does on a day, in the time of the reader: "Starts 9:00 AM", "Sending", "Ended 4:10 PM". */
export function eventText({ campaign, event }: DayEntry): string {
  const { status, starts_at: start, finished_at: end } = campaign;
  if (event === 'sending') return 'Sending';
  if (event === 'end') return `Ended ${timeText(end ?? start)}`;
  if (status === 'Scheduled') return `Starts ${timeText(start)}`;
  return `${status} · ${timeText(start)}`;
}

/** Says to how many people a planned campaign goes and about until when, or until when at the latest; null for others. */
export function planText({ campaign }: DayEntry): string | null {
  const { status, total, starts_at: start, planned_end: end, last_day: lastDay } = campaign;
  if (status !== 'Scheduled') return null;
  const people = formatCount(total, 'contact');
  if (end !== null) return `${people} · until about ${endText(start, end)}`;
  return lastDay === null ? people : `${people} · until ${formatDay(lastDay)} at the latest`;
}

/** The time of an end, with its day where it is not that of the start. */
function endText(start: string, end: string): string {
  const time = timeText(end);
  return dayOf(start) === dayOf(end) ? time : `${SHORT_DAY.format(new Date(end))}, ${time}`;
}

/** Some versions of Intl put a narrow space before AM. */
function timeText(at: string): string {
  return TIME.format(new Date(at)).replace(/\s/gu, ' ');
}
