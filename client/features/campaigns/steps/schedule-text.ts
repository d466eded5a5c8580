import type { AutomaticRetry } from '#shared/schemas/campaigns/automatic-retry.ts';
import { CAMPAIGN_TIMES, dropMoment, formatDay } from '#shared/drop-schedule.ts';
import { formatCount, formatNumber } from '#shared/formats.ts';
import { hasPassed, paceText } from '#client/domain/campaigns/schedule-text.ts';
import type { SelectOption } from '#client/ui/controls/inputs.tsx';

/** Returns the start as a sentence. One that is past, or too close, becomes one minute after publishing. */
export function startText(startDate: string, campaignTime: string, now: Date): string {
  const start = `${formatDay(startDate)} at ${campaignTime} UTC`;
  if (!hasPassed(startDate, campaignTime, now)) return `Starts ${start}.`;
  const isAhead = Date.parse(dropMoment(startDate, campaignTime)) > now.getTime();
  const why = isAhead ? 'is less than a minute away' : 'has passed';
  return `${start} ${why}: the campaign starts one minute after you publish it.`;
}

/** The options of the Campaign Time select on a day (YYYY-MM-DD), each in UTC and in the zone of the browser. */
export function timeOptions(day: string, timeZone?: string): SelectOption[] {
  const local = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone });
  return CAMPAIGN_TIMES.map((time) => ({
    value: time,
    label: `${time} UTC · ${local.format(new Date(dropMoment(day, time)))} your time`,
  }));
}

/** Calls per minute, for businesses of different sizes; null means the maximum of the system. */
const PACES: readonly (number | null)[] = [null, 10, 30, 60, 120, 300, 600];

/** The options of the Frequency select. */
export const PACE_OPTIONS: readonly SelectOption[] = PACES.map((pace) => ({
  value: paceValue(pace),
  label: paceText(pace),
}));

/** Converts a pace to the value of a select: '' for null. */
export function paceValue(callsPerMinute: number | null): string {
  return callsPerMinute === null ? '' : String(callsPerMinute);
}

/** Converts the value of a select to a pace. */
export function paceOf(value: string): number | null {
  return value === '' ? null : Number(value);
}

/** Returns the duration for a number of contacts (null while unknown): `1,000 contacts take about 17 minutes.` */
export function paceHint(
  callsPerMinute: number | null,
  contacts: number | null,
  retry: AutomaticRetry | null,
): string {
  const times = retry === null ? 'Each person is called once.' : 'Only failed calls are made again.';
  if (callsPerMinute === null || contacts === null) return times;
  const people = `${formatCount(contacts, 'contact')} ${contacts === 1 ? 'takes' : 'take'}`;
  return `${times} ${people} about ${durationText(contacts / callsPerMinute)}.`;
}

/** Rounds up, in the largest unit of which there are at least two. */
function durationText(minutes: number): string {
  if (minutes <= 1) return 'a minute';
  if (minutes < 120) return formatCount(Math.ceil(minutes), 'minute');
  if (minutes < 48 * 60) return `${formatNumber(Math.ceil(minutes / 60))} hours`;
  return formatCount(Math.ceil(minutes / (24 * 60)), 'day');
}
