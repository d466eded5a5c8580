import { CAMPAIGN_STATUSES, type CampaignStatus } from '#shared/campaign-lifecycle.ts';
import type { CampaignSummary } from '#shared/schemas/campaigns.ts';
import type { StatusSums } from './campaign-store.ts';

/** Adds the totals of each status up to a summary of all of a user's campaigns. */
export function summariseCampaigns(sums: readonly StatusSums[]): CampaignSummary {
  const add = (pick: (sum: StatusSums) => number) => sums.reduce((result, sum) => result + pick(sum), 0);
  const countOf = (status: CampaignStatus) => sums.find(({ _id }) => _id === status)?.campaigns ?? 0;
  const [total, delivered, failed] = [
    add((sum) => sum.total),
    add((sum) => sum.delivered),
    add((sum) => sum.failed),
  ];
  return {
    campaigns: add((sum) => sum.campaigns),
    by_status: Object.fromEntries(
      CAMPAIGN_STATUSES.map((status) => [status, countOf(status)]),
    ) as CampaignSummary['by_status'],
    next_drop_date: sums.find(({ _id }) => _id === 'Scheduled')?.firstDrop.toISOString() ?? null,
    total,
    delivered,
    failed,
    pending: total - delivered - failed,
  };
}
