import type { CampaignMessages, CampaignStatistics } from '#server/features/campaigns/api.ts';
import type { CreditLedger } from '#server/features/credits/api.ts';
import type { DropStatistics } from '#server/features/drops/api.ts';
import type { Clock } from '#server/platform/lib/clock.ts';

/** Reads the counters of campaigns and their calls. Campaigns that are being created or deleted are left out. */
export type Statistics = CampaignStatistics & DropStatistics;

export interface AnalyticsDeps {
  statistics: Statistics;
  /** What campaigns say. */
  messages: Pick<CampaignMessages, 'find'>;
  /** What calls cost. */
  charges: Pick<CreditLedger, 'find'>;
  clock: Clock;
}
