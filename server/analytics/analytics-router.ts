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
import { successRate } from '#shared/formats.ts';
import { CALLS_CSV_PATH } from '#shared/paths.ts';
import { cursorAfter, MAX_UNPAGED } from '#shared/schemas/list-cursor.ts';
import type { CampaignCounters, CampaignStatistics } from '#server/campaigns/api.ts';
import type { DropStatistics } from '#server/drops/api.ts';
import type { Clock } from '#server/lib/clock.ts';
import { notFound } from '#server/lib/errors.ts';
import { readPage } from '#server/lib/list-page.ts';
import { protectedProcedure, router } from '#server/trpc/trpc.ts';
import { callsAsCsv, presentAggregate, presentCall, presentRow } from './present-analytics.ts';

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
        const { name: campaign_name, total, contactsKeptDays } = campaign;
        // Some may still be stored while they are erased in batches.
        const calls =
          contactsKeptDays === undefined ? await statistics.listCalls(campaign, (page - 1) * size, size) : [];
        const call_details = calls.map((call) => presentCall(call, campaign));
        return [{ campaign_name, total, call_details, contacts_erased_after_days: contactsKeptDays ?? null }];
      }),

    download: campaignProcedure
      .meta({
        rest: {
          method: 'GET',
          path: CALLS_CSV_PATH,
          summary: 'The calls of a campaign as a CSV file',
          file: 'text/csv',
        },
      })
      .query(({ ctx }) => callsAsCsv(statistics, ctx.campaign)),
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

const DAY_MS = 86_400_000;

/** Returns a user's calls of the last `days` UTC days including today, oldest first; days without calls are zeros. */
async function dayAggregates(
  statistics: Pick<DropStatistics, 'listDays'>,
  query: { userId: string; days: number; now: Date },
): Promise<z.infer<typeof aggregatesOutput>> {
  const { userId, days, now } = query;
  const keys = Array.from({ length: days }, (_, n) => utcDay(now.getTime() - (days - 1 - n) * DAY_MS));
  const counters = await statistics.listDays(userId, keys[0] ?? utcDay(now.getTime()), utcDay(now.getTime()));
  const byDay = new Map(counters.map((counter) => [counter.day, counter]));
  return Object.fromEntries(
    keys.map((key) => {
      const { delivered = 0, failed = 0 } = byDay.get(key) ?? {};
      return [
        key,
        {
          dropcowboy_total_calls: delivered + failed,
          call_sent_rate: successRate(delivered, delivered + failed),
        },
      ];
    }),
  );
}

function utcDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
