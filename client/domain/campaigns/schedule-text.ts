import { dropMoment, formatDay, resolveDropDate } from '#shared/drop-schedule.ts';
import { formatCount } from '#shared/formats.ts';
import {
  MAX_AUTOMATIC_RETRIES,
  MAX_RETRY_DAYS,
  type AutomaticRetry,
} from '#shared/schemas/campaigns/automatic-retry.ts';

/**
 * Formats the start in the time zone of the browser: `In your time: Nov 20, 2026, 5:00 PM GMT+1`. Returns null if it is
 * in the past, because the campaign then starts after publishing.
 */
export function localTime(startDate: string, campaignTime: string, now: Date): string | null {
  if (hasPassed(startDate, campaignTime, now)) return null;
  const format = new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: '2-digit',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  return `In your time: ${format.format(new Date(dropMoment(startDate, campaignTime)))}`;
}

/** Whether the server would move the start because it is past or less than a minute away. */
export function hasPassed(startDate: string, campaignTime: string, now: Date): boolean {
  const requested = dropMoment(startDate, campaignTime);
  const resolved = resolveDropDate(requested, now);
  return resolved.ok && resolved.date.getTime() !== Date.parse(requested);
}

/** Says what becomes of the calls that are left after the last day of calling (YYYY-MM-DD). */
export function lastDayText(day: string): string {
  return `Calls not made by ${formatDay(day)} in each person’s time are released.`;
}

/** Says whom a campaign calls again by itself, when and how often. */
export function retryText({ after_days: days, times }: AutomaticRetry): string {
  const often = times === 1 ? 'once' : `up to ${String(times)} times`;
  return `Retries failed calls ${formatCount(days, 'day')} after it finishes, ${often}.`;
}

/** The options of how often a campaign calls again: '0' for never. */
export const RETRY_TIMES = Array.from({ length: MAX_AUTOMATIC_RETRIES + 1 }, (_, times) => ({
  value: String(times),
  label: times === 0 ? 'Never' : times === 1 ? 'Once' : `Up to ${String(times)} times`,
}));

/** The options of how long after its end it does. */
export const RETRY_DAYS = Array.from({ length: MAX_RETRY_DAYS }, (_, index) => ({
  value: String(index + 1),
  label: formatCount(index + 1, 'day'),
}));

/** Formats a pace: `Up to 60 calls a minute`. */
export function paceText(callsPerMinute: number | null): string {
  return callsPerMinute === null
    ? 'As fast as possible'
    : `Up to ${formatCount(callsPerMinute, 'call')} a minute`;
}
