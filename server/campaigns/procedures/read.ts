import {
  campaignListInput,
  campaignListOutput,
  campaignOutput,
  campaignStatusOutput,
  campaignSummaryOutput,
  quoteInput,
  quoteOutput,
  type CampaignSummary,
} from '#shared/schemas/campaigns.ts';
import { cursorAfter, MAX_UNPAGED } from '#shared/schemas/list-cursor.ts';
import { CAMPAIGN_STATUSES, type CampaignStatus } from '#shared/campaign-lifecycle.ts';
import { readPage } from '#server/lib/list-page.ts';
import { protectedProcedure } from '#server/trpc/trpc.ts';
import type { CampaignProcedure } from '#server/campaigns/campaign-procedure.ts';
import type { CampaignsDeps } from '#server/campaigns/campaigns-deps.ts';
import { pendingCalls, presentCampaign } from '#server/campaigns/present-campaign.ts';
import { quoteCampaign } from '#server/campaigns/quote-campaign.ts';
import type { StatusSums } from '#server/campaigns/campaign-store.ts';

/** Read-only procedures; all of them use counters instead of scanning contacts. */
export function readProcedures(deps: CampaignsDeps, campaignProcedure: CampaignProcedure) {
  return {
    list: protectedProcedure
      .meta({
        rest: {
          method: 'GET',
          path: '/api/campaigns/',
          summary: 'Your campaigns, the latest drop date first',
          successFlag: true,
        },
      })
      .input(campaignListInput)
      .output(campaignListOutput)
      .query(async ({ ctx, input: { cursor, limit = MAX_UNPAGED } }) => {
        const { rows, next } = await readPage(
          limit,
          (wanted) => deps.campaigns.page(ctx.user.uid, { after: cursor ?? undefined, limit: wanted }),
          ({ dropDate, _id }) => cursorAfter({ at: dropDate, key: _id }),
        );
        return { success: true, campaigns: rows.map(presentCampaign), next };
      }),

    /** Totals over all campaigns, which a partially loaded list cannot show. */
    summary: protectedProcedure
      .output(campaignSummaryOutput)
      .query(async ({ ctx }) => summariseCampaigns(await deps.campaigns.sumsOf(ctx.user.uid))),

    get: campaignProcedure
      .meta({
        rest: { method: 'GET', path: '/api/campaigns/{id}/', summary: 'One campaign', successFlag: true },
      })
      .output(campaignOutput)
      .query(({ ctx }) => ({ success: true, campaign: presentCampaign(ctx.campaign) })),

    status: campaignProcedure
      .meta({
        rest: {
          method: 'GET',
          path: '/api/campaigns/{id}/status/',
          summary: 'The progress of a campaign',
          successFlag: true,
        },
      })
      .output(campaignStatusOutput)
      .query(({ ctx: { campaign } }) => ({
        success: true,
        status: campaign.status,
        total: campaign.total,
        delivered: campaign.delivered,
        failed: campaign.failed,
        pending: pendingCalls(campaign),
      })),

    quote: protectedProcedure
      .input(quoteInput)
      .output(quoteOutput)
      .query(({ ctx, input }) => quoteCampaign(deps, ctx.user, input.calls)),
  };
}

/** Adds the totals of each status up to a summary of all of a user's campaigns. */
function summariseCampaigns(sums: readonly StatusSums[]): CampaignSummary {
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
