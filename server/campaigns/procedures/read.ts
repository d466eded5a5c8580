import {
  campaignListInput,
  campaignListOutput,
  campaignOutput,
  campaignStatusOutput,
  campaignSummaryOutput,
  quoteInput,
  quoteOutput,
} from '#shared/schemas/campaigns.ts';
import { cursorAfter, MAX_UNPAGED } from '#shared/schemas/list-cursor.ts';
import { readPage } from '#server/lib/list-page.ts';
import { protectedProcedure } from '#server/trpc/trpc.ts';
import type { CampaignProcedure } from '../campaign-procedure.ts';
import type { CampaignsDeps } from '../campaigns-deps.ts';
import { pendingCalls, presentCampaign } from '../present-campaign.ts';
import { quoteCampaign } from '../quote-campaign.ts';
import { summariseCampaigns } from '../summarise-campaigns.ts';

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
