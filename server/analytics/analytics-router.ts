import type { z } from 'zod';
import {
  aggregatesInput,
  aggregatesOutput,
  analyticsBody,
  analyticsCampaignRef,
  analyticsInput,
  analyticsOutput,
  campaignAggregateOutput,
  detailsOutput,
  detailsPageFields,
  TIMEFRAME_DAYS,
} from '#shared/schemas/analytics.ts';
import { cursorAfter, MAX_UNPAGED } from '#shared/schemas/list-cursor.ts';
import type { CampaignStatistics } from '#server/campaigns/api.ts';
import type { DropStatistics } from '#server/drops/api.ts';
import type { Clock } from '#server/lib/clock.ts';
import { readPage } from '#server/lib/list-page.ts';
import { protectedProcedure, router } from '#server/trpc/trpc.ts';
import { dayAggregates } from './day-aggregates.ts';
import { findCampaign } from './find-campaign.ts';
import { presentAggregate, presentCall, presentRow } from './present-analytics.ts';

/** Reads the counters of campaigns and their calls. Campaigns that are being created or deleted are left out. */
export type Statistics = CampaignStatistics & DropStatistics;

export interface AnalyticsDeps {
  statistics: Statistics;
  clock: Clock;
}

/** The analytics procedures. All of them read counters, except the pages of calls. */
export function createAnalyticsRouter({ statistics, clock }: AnalyticsDeps) {
  /** Responds 401, then 404, and validates the rest of the input only afterwards. */
  const campaignProcedure = protectedProcedure
    .input(analyticsCampaignRef)
    .use(async ({ ctx, input, next }) => {
      const campaign = await findCampaign(statistics, ctx.user.uid, input.campaign_name);
      return next({ ctx: { ...ctx, campaign } });
    });

  return router({
    aggregates: protectedProcedure
      .meta({ rest: { method: 'GET', path: '/{provider}/aggregates/', summary: 'Your calls by UTC day' } })
      .input(aggregatesInput)
      .output(aggregatesOutput)
      .query(({ ctx, input }) =>
        dayAggregates(statistics, {
          userId: ctx.user.uid,
          days: TIMEFRAME_DAYS[input.timeframe],
          now: clock.now(),
        }),
      ),

    campaigns: protectedProcedure
      .meta({
        rest: {
          method: 'GET',
          path: '/{provider}/analytics/',
          summary: 'Totals of your campaigns, latest drop date first',
          bodySchema: analyticsBody,
          toBody: ({ rows }: z.infer<typeof analyticsOutput>) => rows,
          nextCursor: ({ next }: z.infer<typeof analyticsOutput>) => next,
        },
      })
      .input(analyticsInput)
      .output(analyticsOutput)
      .query(async ({ ctx, input: { cursor, limit = MAX_UNPAGED } }) => {
        const { rows, next } = await readPage(
          limit,
          (wanted) => statistics.listCampaigns(ctx.user.uid, { after: cursor ?? undefined, limit: wanted }),
          ({ dropDate, id }) => cursorAfter({ at: dropDate, key: id }),
        );
        return { rows: rows.map(presentRow), next };
      }),

    campaign: campaignProcedure
      .meta({
        rest: {
          method: 'GET',
          path: '/{provider}/aggregates/{campaign_name}/',
          summary: 'Totals of one campaign',
        },
      })
      .output(campaignAggregateOutput)
      .query(({ ctx }) => presentAggregate(ctx.campaign)),

    details: campaignProcedure
      .meta({
        rest: {
          method: 'GET',
          path: '/{provider}/analytics/details/{campaign_name}/',
          summary: 'The calls of a campaign',
        },
      })
      .input(detailsPageFields)
      .output(detailsOutput)
      .query(async ({ ctx: { campaign }, input: { page, page_size: size } }) => {
        const calls = await statistics.listCalls(campaign, (page - 1) * size, size);
        const call_details = calls.map((call) => presentCall(call, campaign));
        return [{ campaign_name: campaign.name, total: campaign.total, call_details }];
      }),
  });
}
