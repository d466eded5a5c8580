import { MINUTE_MS } from '#shared/time-units.ts';
import type { CampaignStatus } from '#shared/campaign-lifecycle.ts';

/** The interval while a campaign is sending. */
export const SENDING_MS = 1_000;
/** The maximum interval while a campaign is scheduled: longer timers drift when the computer sleeps. */
export const SCHEDULED_MS = MINUTE_MS;

/**
 * Returns the milliseconds until a list of campaigns should be refetched, or `false` if none of them can change without
 * a user action. `now` is in milliseconds since the epoch.
 */
export function refetchInterval(
  campaigns: readonly { status: CampaignStatus; dropDate: string }[],
  now: number,
): number | false {
  if (campaigns.some(({ status }) => status === 'Sending')) return SENDING_MS;
  const drops = campaigns
    .filter(({ status }) => status === 'Scheduled')
    .map(({ dropDate }) => Date.parse(dropDate));
  if (drops.length === 0) return false;
  return Math.min(SCHEDULED_MS, Math.max(SENDING_MS, Math.min(...drops) - now));
}
