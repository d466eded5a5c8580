import { dropMoment, formatDay, resolveDropDate } from '#shared/drop-schedule.ts';

/**
 * The drop's moment in the time of whoever looks: `In your time: Nov 20, 2026, 5:00 PM GMT+1`; null where it has
 * passed, because nothing happens then.
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

/** When a campaign starts, in a sentence; one whose time has passed starts a minute after it is published (B §5). */
export function startText(startDate: string, campaignTime: string, now: Date): string {
  if (hasPassed(startDate, campaignTime, now)) return 'Starts one minute after you publish it.';
  return `Starts ${formatDay(startDate)} at ${campaignTime} UTC.`;
}

/** Whether the time is too early to be kept. */
function hasPassed(startDate: string, campaignTime: string, now: Date): boolean {
  const wanted = dropMoment(startDate, campaignTime);
  const resolved = resolveDropDate(wanted, now);
  return resolved.ok && resolved.date.getTime() !== Date.parse(wanted);
}
