import type { CampaignStatus } from '#shared/campaign-lifecycle.ts';

/** While a campaign is sending, its numbers move. */
export const SENDING_MS = 1_000;
/** The longest wait while something is scheduled; a timer further ahead would drift with a sleeping computer. */
export const SCHEDULED_MS = 60_000;

/**
 * When a list of campaigns should be read again, in milliseconds; `false` while nothing in it can change by itself.
 * `now` in milliseconds.
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
