import {
  creditCampaignsOutput,
  creditFlowOutput,
  creditHistoryFilter,
  creditHistoryInput,
  creditHistoryOutput,
  creditStatementInput,
  creditStatementOutput,
  creditsOutput,
} from '#shared/schemas/billing/credits.ts';
import { daysInput } from '#shared/schemas/analytics.ts';
import { CREDIT_HISTORY_CSV_PATH } from '#shared/paths.ts';
import { readPage } from '#server/platform/lib/list-page.ts';
import { protectedProcedure, router } from '#server/platform/trpc/trpc.ts';
import { creditFlow, type CreditFlowDeps } from './flow/credit-flow.ts';
import { historyAsCsv } from './history/history-csv.ts';
import type { HistoryStore } from './history/history-store.ts';
import type { CreditLedger } from './api.ts';
import type { CampaignNames } from '#server/features/campaigns/api.ts';
import { campaignsOf, presentEvent } from './history/present-history.ts';
import { creditStatement } from './history/statement.ts';

interface CreditsRouterDeps {
  ledger: CreditLedger;
  history: HistoryStore;
  campaigns: CampaignNames;
  flow: CreditFlowDeps;
}

/** The caller's credits: the balance and the history. */
export function createCreditsRouter({ ledger, history, campaigns, flow }: CreditsRouterDeps) {
  return router({
    balance: protectedProcedure
      .meta({
        rest: { method: 'GET', path: '/{provider}/credits/', summary: 'Your credits: to spend and on hold' },
      })
      .output(creditsOutput)
      .query(async ({ ctx }) => {
        const { available, held } = await ledger.balance(ctx.user.streamId);
        return { balance: available, held };
      }),

    history: protectedProcedure
      .input(creditHistoryInput)
      .output(creditHistoryOutput)
      .query(async ({ ctx: { user }, input: { campaign_id: campaignId, cursor, limit } }) => {
        const range = { campaignId, before: cursor ?? undefined };
        const [{ rows: events, next }, total] = await Promise.all([
          readPage(
            limit,
            (pageLimit) => history.page(user.streamId, { ...range, limit: pageLimit }),
            ({ version }) => version,
          ),
          cursor ? null : history.count(user.streamId, campaignId),
        ]);
        const names = await campaigns.namesOf(user.uid, campaignsOf(events));
        return { entries: events.map((event) => presentEvent(event, names)), next, total };
      }),

    statement: protectedProcedure
      .meta({ cost: 'rows' })
      .input(creditStatementInput)
      .output(creditStatementOutput)
      .query(({ ctx, input }) => creditStatement({ history, campaigns }, ctx.user, input)),

    flow: protectedProcedure
      .meta({ cost: 'rows' })
      .input(daysInput)
      .output(creditFlowOutput)
      .query(({ ctx, input }) => creditFlow(flow, ctx.user.streamId, input)),

    download: protectedProcedure
      .meta({
        cost: 'file',
        rest: {
          method: 'GET',
          path: CREDIT_HISTORY_CSV_PATH,
          summary: 'Your credit history as a CSV file',
          file: 'text/csv',
        },
      })
      .input(creditHistoryFilter)
      .query(({ ctx, input }) => historyAsCsv(history, campaigns, ctx.user, input.campaign_id)),

    campaigns: protectedProcedure.output(creditCampaignsOutput).query(async ({ ctx: { user } }) => {
      const ids = await history.campaigns(user.streamId);
      const names = await campaigns.namesOf(user.uid, ids);
      return ids.map((id) => ({ id, name: names.get(id) ?? null }));
    }),
  });
}
