import type { z } from 'zod';
import {
  aggregatesBody,
  aggregatesInput,
  aggregatesOutput,
  analyticsCampaignRef,
  campaignAggregateOutput,
  detailsOutput,
  detailsPageFields,
  outcomesOutput,
  TIMEFRAME_DAYS,
} from '#shared/schemas/analytics.ts';
import { successRate } from '#shared/formats.ts';
import { callOutput } from '#shared/schemas/campaigns/call-details.ts';
import { callFilterFields, callNumber } from '#shared/schemas/campaigns/call-query.ts';
import { CALLS_CSV_PATH } from '#shared/paths.ts';
import { daysOf, lastDays } from '#shared/day-range.ts';
import type { CampaignCounters, CampaignStatistics } from '#server/features/campaigns/api.ts';
import type { DropStatistics } from '#server/features/drops/api.ts';
import { notFound } from '#server/platform/lib/errors.ts';
import { protectedProcedure, router } from '#server/platform/trpc/trpc.ts';
import type { AnalyticsDeps } from './analytics-deps.ts';
import { hoursProcedure, outcomesOf, reasonsProcedure } from './outcome-procedures.ts';
import { overviewProcedures } from './overview-procedures.ts';
import { presentSingleCall } from './present-call.ts';
import { callsAsCsv, presentAggregate, presentCall } from './present-analytics.ts';

/** The analytics procedures. All of them read counters, except the pages of calls. */
export function createAnalyticsRouter(deps: AnalyticsDeps) {
  const { statistics, clock } = deps;
  /** Responds 401, then 404, and validates the rest of the input only afterwards. */
  const campaignProcedure = protectedProcedure
    .input(analyticsCampaignRef)
    .use(async ({ ctx, input, next }) => {
      const campaign = await findCampaign(statistics, ctx.user.uid, input.campaign_name);
      return next({ ctx: { ...ctx, campaign } });
    });

  return router({
    aggregates: protectedProcedure
      .meta({
        rest: {
          method: 'GET',
          path: '/{provider}/aggregates/',
          summary: 'Your calls by UTC day',
          bodySchema: aggregatesBody,
          toBody: (days: z.infer<typeof aggregatesOutput>) => aggregatesBody.parse(days),
        },
      })
      .input(aggregatesInput)
      .output(aggregatesOutput)
      .query(({ ctx, input }) =>
        dayAggregates(statistics, {
          userId: ctx.user.uid,
          days: TIMEFRAME_DAYS[input.timeframe],
          now: clock.now(),
        }),
      ),

    ...overviewProcedures(deps),

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

    outcomes: campaignProcedure
      .meta({ cost: 'rows' })
      .output(outcomesOutput)
      .query(({ ctx }) => outcomesOf(statistics, ctx.campaign)),

    hours: hoursProcedure(deps),

    reasons: reasonsProcedure(),

    details: campaignProcedure
      .meta({
        cost: 'rows',
        rest: {
          method: 'GET',
          path: '/{provider}/analytics/details/{campaign_name}/',
          summary: 'The calls of a campaign',
          nextCursor: ([details]: z.infer<typeof detailsOutput>) => details?.next ?? null,
        },
      })
      .input(detailsPageFields)
      .output(detailsOutput)
      .query(async ({ ctx: { campaign }, input }) => [await callDetails(statistics, campaign, input)]),

    singleCall: campaignProcedure
      .meta({
        rest: {
          method: 'GET',
          path: '/{provider}/analytics/details/{campaign_name}/calls/{number}/',
          summary: 'One call of a campaign: its attempts, what it cost and what was said',
        },
      })
      .input(callNumber)
      .output(callOutput)
      .query(async ({ ctx: { campaign, user }, input: { number } }) => {
        const { name: campaign_name, contactsKeptDays: erased } = campaign;
        if (erased !== undefined) return { campaign_name, call: null, contacts_erased_after_days: erased };
        const found = await statistics.findCall(campaign, number);
        if (found === undefined) throw notFound('Call');
        const call = await presentSingleCall(deps, user, campaign, found);
        return { campaign_name, call, contacts_erased_after_days: null };
      }),

    download: campaignProcedure
      .meta({
        cost: 'file',
        rest: {
          method: 'GET',
          path: CALLS_CSV_PATH,
          summary: 'The calls of a campaign as a CSV file, all or those that a filter and a search match',
          file: 'text/csv',
        },
      })
      .input(callFilterFields)
      .query(({ ctx, input: { status, reason, search } }) =>
        callsAsCsv(statistics, ctx.campaign, { status, reason, search }),
      ),
  });
}

/** Returns a user's campaign by id or name. Throws `AppError` NOT_FOUND, also for other users' campaigns. */
async function findCampaign(
  statistics: Pick<CampaignStatistics, 'findCampaign'>,
  userId: string,
  reference: string,
): Promise<CampaignCounters> {
  const campaign = await statistics.findCampaign(userId, reference);
  if (campaign === undefined) throw notFound('Campaign');
  return campaign;
}

type DetailsPage = z.infer<typeof detailsOutput>[number];

/** Returns a page of the calls of a campaign; none once its contacts are erased. */
async function callDetails(
  statistics: Pick<DropStatistics, 'listCalls'>,
  campaign: CampaignCounters,
  { page, page_size: size, ...query }: z.infer<typeof detailsPageFields>,
): Promise<DetailsPage> {
  const { name: campaign_name, total, contactsKeptDays } = campaign;
  // Some may still be stored while they are erased in batches.
  const { calls, matching, next } =
    contactsKeptDays === undefined
      ? await statistics.listCalls(campaign, { query, page, size })
      : { calls: [], matching: { count: 0, exact: true }, next: null };
  return {
    campaign_name,
    total,
    matching: matching.count,
    matching_exact: matching.exact,
    call_details: calls.map((call) => presentCall(call, campaign)),
    next,
    contacts_erased_after_days: contactsKeptDays ?? null,
  };
}

/** Returns a user's calls of the last `days` UTC days including today, oldest first; days without calls are zeros. */
async function dayAggregates(
  statistics: Pick<DropStatistics, 'listDays'>,
  query: { userId: string; days: number; now: Date },
): Promise<z.infer<typeof aggregatesOutput>> {
  const { userId, days, now } = query;
  const range = lastDays(days, now);
  const counters = await statistics.listDays(userId, range.from, range.to);
  const byDay = new Map(counters.map((counter) => [counter.day, counter]));
  return Object.fromEntries(
    daysOf(range).map((key) => {
      const { delivered = 0, failed = 0 } = byDay.get(key) ?? {};
      return [
        key,
        {
          dropcowboy_total_calls: delivered + failed,
          call_sent_rate: successRate(delivered, delivered + failed),
          delivered,
        },
      ];
    }),
  );
}
