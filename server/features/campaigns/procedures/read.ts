import type { z } from 'zod';
import {
  campaignGroupOutput,
  campaignListOutput,
  campaignDetailOutput,
  campaignStatusOutput,
  campaignSummaryOutput,
  type CampaignSummary,
} from '#shared/schemas/campaigns/campaigns.ts';
import { halvesInput, halvesOutput } from '#shared/schemas/campaigns/split.ts';
import { quoteInput, quoteOutput } from '#shared/schemas/campaigns/quote.ts';
import {
  callingPlanInput,
  callingPlanOutput,
  campaignPlanOutput,
} from '#shared/schemas/calling/calling-plan.ts';
import {
  campaignCalendarInput,
  campaignCalendarOutput,
} from '#shared/schemas/campaigns/campaign-calendar.ts';
import { campaignGroupInput, campaignListInput } from '#shared/schemas/campaigns/campaign-overview.ts';
import { campaignProgressOutput } from '#shared/schemas/campaigns/progress.ts';
import { CAMPAIGN_STATUSES, type CampaignStatus } from '#shared/campaign-lifecycle.ts';
import { createKeyedMutex } from '#server/platform/lib/concurrency/keyed-mutex.ts';
import { consentsAsCsv, presentConsent } from '#server/features/campaigns/consent/present-consent.ts';
import { CONSENT_CSV_PATH } from '#shared/paths.ts';
import { protectedProcedure } from '#server/platform/trpc/trpc.ts';
import type { CampaignProcedure } from '#server/features/campaigns/campaign-procedure.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import { listCampaigns } from '#server/features/campaigns/overview/list-campaigns.ts';
import { readCalendar } from '#server/features/campaigns/overview/read-calendar.ts';
import { planCampaign, planList } from '#server/features/campaigns/quotes/plan-calls.ts';
import { presentSplit, visibleHalves } from '#server/features/campaigns/split/split-campaigns.ts';
import { presentCampaign } from '#server/features/campaigns/present-campaign.ts';
import { readProgress } from '#server/features/campaigns/progress/read-progress.ts';
import { shownCounts } from '#server/features/campaigns/progress/shown-counts.ts';
import { quoteCampaign } from '#server/features/campaigns/quotes/quote-campaign.ts';
import type { StatusSums } from '#server/features/campaigns/overview/overview-filter.ts';

const MAX_SHOWN_CONSENTS = 100;

/** Read-only procedures; all of them use counters instead of scanning contacts. */
export function readProcedures(deps: CampaignsDeps, campaignProcedure: CampaignProcedure) {
  const oneByOne = createKeyedMutex();
  return {
    list: protectedProcedure
      .meta({
        rest: {
          method: 'GET',
          path: '/api/campaigns/',
          summary: 'Your campaigns, the latest start date first',
          successFlag: true,
          nextCursor: ({ next }: z.infer<typeof campaignListOutput>) => next,
        },
      })
      .input(campaignListInput)
      .output(campaignListOutput)
      .query(async ({ ctx, input }) => {
        const query = { ...input, direction: 'desc' } as const;
        const { campaigns, next } = await listCampaigns(deps.overview, ctx.user.uid, query);
        return { success: true, campaigns: campaigns.map(presentCampaign), next };
      }),

    /** A page of the screen of campaigns, with all that can be done with each. */
    group: protectedProcedure
      .input(campaignGroupInput)
      .output(campaignGroupOutput)
      .query(async ({ ctx, input }) => {
        const page = await listCampaigns(deps.overview, ctx.user.uid, input);
        return { success: true, ...page, campaigns: page.campaigns.map(presentCampaign) };
      }),

    /** The campaigns of a month. */
    calendar: protectedProcedure
      .input(campaignCalendarInput)
      .output(campaignCalendarOutput)
      .query(({ ctx, input }) => readCalendar(deps, ctx.user.uid, input)),

    /** The campaigns of a test that are not deleted, whatever their names. */
    halves: protectedProcedure
      .input(halvesInput)
      .output(halvesOutput)
      .query(async ({ ctx, input }) => {
        const found = await visibleHalves(deps, ctx.user.uid, input.test);
        return { halves: found.map(({ part, id }) => ({ part, id })) };
      }),

    /** Totals over all campaigns, which a partially loaded list cannot show. */
    summary: protectedProcedure
      .output(campaignSummaryOutput)
      .query(async ({ ctx }) => summariseCampaigns(await deps.overview.sumsOf(ctx.user.uid))),

    get: campaignProcedure
      .meta({
        rest: { method: 'GET', path: '/api/campaigns/{id}/', summary: 'One campaign', successFlag: true },
      })
      .output(campaignDetailOutput)
      .query(async ({ ctx: { campaign } }) => {
        const consents = await deps.consents.ofCampaign(campaign._id, MAX_SHOWN_CONSENTS);
        return {
          success: true,
          campaign: {
            ...presentCampaign(campaign),
            consents: consents.map(presentConsent),
            list_id: campaign.savedListId ?? null,
            split: await presentSplit(deps, campaign),
          },
        };
      }),

    consent: campaignProcedure
      .meta({
        cost: 'file',
        rest: {
          method: 'GET',
          path: CONSENT_CSV_PATH,
          summary: 'The consent of all lists of a campaign as a CSV file',
          file: 'text/csv',
        },
      })
      .query(({ ctx: { campaign } }) => consentsAsCsv(deps.consents, campaign)),

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
        ...shownCounts(campaign),
      })),

    progress: campaignProcedure
      .output(campaignProgressOutput)
      .query(({ ctx: { campaign } }) => readProgress(deps, campaign)),

    /** When the calls that are left can be made. */
    plan: campaignProcedure
      .meta({ cost: 'rows' })
      .output(campaignPlanOutput)
      .query(({ ctx: { campaign } }) =>
        oneByOne(campaign.userId, async () => ({
          success: true as const,
          mode: deps.calendar.mode,
          ...(await planCampaign(deps, campaign)),
        })),
      ),

    quote: protectedProcedure
      .input(quoteInput)
      .output(quoteOutput)
      .query(({ ctx, input }) => quoteCampaign(deps, ctx.user, input.calls)),

    /** A mutation, as its input is too long for an address. */
    callingPlan: protectedProcedure
      .meta({ cost: 'rows' })
      .input(callingPlanInput)
      .output(callingPlanOutput)
      .mutation(({ ctx, input }) =>
        oneByOne(ctx.user.uid, async () => ({
          success: true as const,
          mode: deps.calendar.mode,
          plan: await planList(deps, input),
        })),
      ),
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
