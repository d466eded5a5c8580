import type { CampaignStatus } from '#shared/campaign-lifecycle.ts';

/** How far a campaign is. */
export interface CampaignProgress {
  id: string;
  name: string;
  status: CampaignStatus;
  /** "Sending · 412 of 1,000 delivered". */
  message: string;
  /** Calls that are final, of all. */
  done: number;
  total: number;
}

/**
 * What is worth saying aloud of the way from `before` to `after`: a campaign's new status, and each quarter that
 * a campaign on its way has passed. Empty where there is nothing.
 */
export function progressAnnouncement(
  before: readonly CampaignProgress[],
  after: readonly CampaignProgress[],
): string {
  const known = new Map(before.map((campaign) => [campaign.id, campaign]));
  return after
    .filter((campaign) => {
      const was = known.get(campaign.id);
      if (was === undefined) return false;
      return was.status !== campaign.status || quarter(was) < quarter(campaign);
    })
    .map(({ name, message }) => `${name}: ${message}`)
    .join('. ');
}

function quarter({ done, total }: CampaignProgress): number {
  return total === 0 ? 0 : Math.floor((4 * done) / total);
}
