import { HOUR_SECONDS, MINUTE_SECONDS } from '#shared/time-units.ts';
import { formatCount, formatMade } from '#shared/formats.ts';
import type { CampaignProgress } from '#shared/schemas/campaigns/progress.ts';

/** Below a minute the time left is shown in steps of this many seconds, as a pace is never even. */
const STEP = 5;

/** Returns how many calls are made: `412 of 1,000 calls made`. */
export function madeText({ total, pending }: Pick<CampaignProgress, 'total' | 'pending'>): string {
  return formatMade(total - pending, total);
}

/** Returns the time left: `About 3 minutes`, or why it is not known. */
export function timeLeftText({
  seconds_left: seconds,
  ends_later,
  pending,
}: Pick<CampaignProgress, 'seconds_left' | 'ends_later' | 'pending'>): string {
  if (pending === 0) return 'Finishing';
  if (ends_later) return 'Some people may be called only later';
  return seconds === null ? 'Waiting for reports' : `About ${durationText(seconds)}`;
}

/** Returns the cost so far: `20,600 credits`. */
export function costText({
  cost_so_far: cost,
  cost_is_exact: isExact,
}: Pick<CampaignProgress, 'cost_so_far' | 'cost_is_exact'>): string {
  return `${isExact ? '' : 'About '}${formatCount(cost, 'credit')}`;
}

function durationText(seconds: number): string {
  if (seconds <= MINUTE_SECONDS - STEP)
    return formatCount(Math.max(STEP, Math.ceil(seconds / STEP) * STEP), 'second');
  const minutes = Math.round(seconds / MINUTE_SECONDS);
  if (minutes < 60) return formatCount(minutes, 'minute');
  const hours = Math.floor(minutes / (HOUR_SECONDS / MINUTE_SECONDS));
  const rest = minutes - hours * (HOUR_SECONDS / MINUTE_SECONDS);
  return rest === 0
    ? formatCount(hours, 'hour')
    : `${formatCount(hours, 'hour')} ${formatCount(rest, 'minute')}`;
}
