import type { CampaignStatus } from '#shared/campaign-lifecycle.ts';
import type { OverviewStore } from './overview-store.ts';

/** What a user has made so far. */
export interface FirstCampaigns {
  /** Whether there is a campaign, and one that was sent. Reads at most one for each. */
  madeBy(uid: string): Promise<{ any: boolean; sent: boolean }>;
}

const SENT: readonly CampaignStatus[] = ['Sending', 'Success', 'Failed'];

/** Finds what users have made so far. */
export function createFirstCampaigns(
  overview: Pick<OverviewStore, 'briefsOf' | 'byDropDate'>,
): FirstCampaigns {
  return {
    async madeBy(uid) {
      const [latest, sent] = await Promise.all([
        overview.briefsOf(uid, 1),
        overview.byDropDate(uid, { statuses: SENT }, { direction: -1, limit: 1 }),
      ]);
      return { any: latest.length > 0, sent: sent.length > 0 };
    },
  };
}
