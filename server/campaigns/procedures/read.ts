import {
  campaignListOutput,
  campaignOutput,
  campaignStatusOutput,
  quoteInput,
  quoteOutput,
} from '#shared/schemas/campaigns.ts';
import { protectedProcedure } from '#server/trpc/trpc.ts';
import type { CampaignProcedure } from '../campaign-procedure.ts';
import type { CampaignsDeps } from '../campaigns-deps.ts';
import { pendingCalls, presentCampaign } from '../present-campaign.ts';
import { quoteCampaign } from '../quote-campaign.ts';

/** What is asked of campaigns without changing them; all of it from counters. */
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
      .output(campaignListOutput)
      .query(async ({ ctx }) => {
        const campaigns = await deps.campaigns.listOf(ctx.user.uid);
        return { success: true, campaigns: campaigns.map(presentCampaign) };
      }),

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
          summary: 'How far a campaign is',
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
