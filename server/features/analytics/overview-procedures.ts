import type { z } from 'zod';
import { daysOf, lastDays } from '#shared/day-range.ts';
import { utcDay } from '#shared/drop-schedule.ts';
import { CAMPAIGNS_CSV_PATH } from '#shared/paths.ts';
import {
  analyticsBody,
  analyticsOutput,
  analyticsTotalsOutput,
  daysInput,
  daysOutput,
  type AnalyticsTotals,
} from '#shared/schemas/analytics.ts';
import { compareInput, compareOutput } from '#shared/schemas/analytics-compare.ts';
import {
  campaignFilterInput,
  campaignPageInput,
  campaignsCsvInput,
  type CampaignFilterInput,
} from '#shared/schemas/campaigns/campaign-overview.ts';
import type { DayCounters } from '#server/features/drops/api.ts';
import { type AppError, invalidParameter } from '#server/platform/lib/errors.ts';
import { protectedProcedure } from '#server/platform/trpc/trpc.ts';
import type { AnalyticsDeps, Statistics } from './analytics-deps.ts';
import { compare } from './compare.ts';
import { campaignsAsCsv, presentRow } from './present-analytics.ts';

/** Days of the chart of all campaigns. */
const DEFAULT_DAYS = 30;

/** The procedures of /analytics: lists of campaigns, their sums, and calls by day. None of them reads contacts. */
export function overviewProcedures({ statistics, clock }: AnalyticsDeps) {
  return {
    campaigns: protectedProcedure
      .meta({
        rest: {
          method: 'GET',
          path: '/{provider}/analytics/',
          summary: 'Totals of your campaigns, latest start date first',
          bodySchema: analyticsBody,
          toBody: ({ rows }: z.infer<typeof analyticsOutput>) => rows,
          nextCursor: ({ next }: z.infer<typeof analyticsOutput>) => next,
        },
      })
      .input(campaignPageInput)
      .output(analyticsOutput)
      .query(async ({ ctx, input }) => {
        const { campaigns, next, previous } = await statistics.listCampaigns(ctx.user.uid, input);
        return { rows: campaigns.map(presentRow), next, previous };
      }),

    totals: protectedProcedure
      .meta({ cost: 'rows' })
      .input(campaignFilterInput)
      .output(analyticsTotalsOutput)
      .query(({ ctx, input }) => totalsOf(statistics, ctx.user.uid, input)),

    days: protectedProcedure
      .meta({ cost: 'rows' })
      .input(daysInput)
      .output(daysOutput)
      .query(async ({ ctx, input }) => {
        const now = clock.now();
        const range = input ?? lastDays(DEFAULT_DAYS, now);
        if (range.from > utcDay(now)) throw inFuture();
        const counted = await statistics.listDays(ctx.user.uid, range.from, range.to);
        const byDay = new Map(counted.map((day) => [day.day, day]));
        return daysOf(range).map((day) => byDay.get(day) ?? { day, delivered: 0, failed: 0 });
      }),

    compare: protectedProcedure
      .meta({ cost: 'rows' })
      .input(compareInput)
      .output(compareOutput)
      .query(({ ctx, input }) => compare(statistics, ctx.user.uid, input)),

    downloadCampaigns: protectedProcedure
      .meta({
        cost: 'file',
        rest: {
          method: 'GET',
          path: CAMPAIGNS_CSV_PATH,
          summary: 'Totals of your campaigns as a CSV file',
          file: 'text/csv',
        },
      })
      .input(campaignsCsvInput)
      .query(({ ctx, input }) => campaignsAsCsv(statistics.streamCampaigns(ctx.user.uid, input))),
  };
}

/**
 * Returns the calls of a range of days, and the calls of its campaigns that are pending; without a range, the sums of all
 * campaigns. Status and search change only how many campaigns match.
 */
async function totalsOf(
  statistics: Pick<Statistics, 'totalsOf' | 'listDays'>,
  userId: string,
  { from, to, ...filter }: CampaignFilterInput,
): Promise<AnalyticsTotals> {
  const isFiltered = filter.status !== undefined || (filter.search ?? '') !== '';
  const isRange = from !== undefined || to !== undefined;
  const [sums, matching, days] = await Promise.all([
    statistics.totalsOf(userId, { from, to }),
    isFiltered ? statistics.totalsOf(userId, { from, to, ...filter }) : undefined,
    isRange ? statistics.listDays(userId, from ?? FIRST_DAY, to ?? LAST_DAY) : undefined,
  ]);
  const { campaigns, total, delivered, failed } = sums;
  const made = days === undefined ? { total, delivered, failed } : madeIn(days);
  return {
    campaigns,
    matching: (matching ?? sums).campaigns,
    ...made,
    pending: total - delivered - failed,
  };
}

/** Any day is between these. */
const [FIRST_DAY, LAST_DAY] = ['0000-01-01', '9999-12-31'];

function madeIn(days: readonly DayCounters[]): Pick<AnalyticsTotals, 'total' | 'delivered' | 'failed'> {
  const delivered = days.reduce((sum, day) => sum + day.delivered, 0);
  const failed = days.reduce((sum, day) => sum + day.failed, 0);
  return { total: delivered + failed, delivered, failed };
}

function inFuture(): AppError {
  const text = 'This range is in the future';
  return invalidParameter('from', text);
}
