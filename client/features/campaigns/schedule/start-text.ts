import { dropMoment, formatDay, resolveDropDate } from '#shared/drop-schedule.ts';

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

/** Returns the start as a sentence. A start in the past becomes one minute after publishing. */
export function startText(startDate: string, campaignTime: string, now: Date): string {
  if (hasPassed(startDate, campaignTime, now)) return 'Starts one minute after you publish it.';
  return `Starts ${formatDay(startDate)} at ${campaignTime} UTC.`;
}

/** Whether the server would move the start because it is in the past. */
function hasPassed(startDate: string, campaignTime: string, now: Date): boolean {
  const requested = dropMoment(startDate, campaignTime);
  const resolved = resolveDropDate(requested, now);
  return resolved.ok && resolved.date.getTime() !== Date.parse(requested);
}
