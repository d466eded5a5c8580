import { dropMoment, formatDay, resolveDropDate } from '#shared/drop-schedule.ts';

/** The drop's moment in the time of whoever looks: `In your time: Nov 20, 2026, 5:00 PM GMT+1`. */
export function localTime(startDate: string, campaignTime: string): string {
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
  const wanted = dropMoment(startDate, campaignTime);
  const resolved = resolveDropDate(wanted, now);
  if (resolved.ok && resolved.date.getTime() !== Date.parse(wanted))
    return 'Starts one minute after you publish it.';
  return `Starts ${formatDay(startDate)} at ${campaignTime} UTC.`;
}
