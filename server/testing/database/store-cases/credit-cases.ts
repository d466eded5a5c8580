import { createAdjustmentModel } from '#server/features/credits/adjustments/adjustment-model.ts';
import {
  createAdjustmentSource,
  adjustCredits,
} from '#server/features/credits/adjustments/adjust-credits.ts';
import type { AuditStore } from '#server/features/credits/audit/audit.ts';
import { createAuditStore } from '#server/features/credits/audit/audit-store.ts';
import {
  createCreditEventModel,
  createCreditEventStore,
  type CreditEventStore,
} from '#server/features/credits/stream/credit-event-store.ts';
import {
  createCreditHeadModel,
  createCreditHeadStore,
  type CreditHeadStore,
} from '#server/features/credits/stream/credit-head-store.ts';
import {
  createCreditDayModel,
  createCreditDayStore,
  type CreditDayStore,
} from '#server/features/credits/flow/credit-day-store.ts';
import { createDaySumsStore, type DaySumsStore } from '#server/features/credits/flow/day-sums-store.ts';
import { createHistoryStore, type HistoryStore } from '#server/features/credits/history/history-store.ts';
import { createUsageStore, type UsageStore } from '#server/features/credits/usage/usage-store.ts';
import { CAMPAIGN, STREAM } from '../known-ids.ts';
import { callsOf, readToEnd, type StoreCases } from './store-cases.ts';

const events: StoreCases<CreditEventStore> = {
  file: 'server/features/credits/stream/credit-event-store.ts',
  open: ({ connection }) => createCreditEventStore(createCreditEventModel(connection)),
  calls: {
    // Inserts have no query plan.
    append: () => undefined,
    head: (store) => store.head(STREAM),
    lastOfCampaign: (store) => store.lastOfCampaign(STREAM, CAMPAIGN),
    findByKeys: (store) => store.findByKeys(STREAM, ['grant:invoice:in_1', 'nothing']),
    // Only an insert, which the unique indexes refuse.
    confirm: () => undefined,
  },
};

const heads: StoreCases<CreditHeadStore> = {
  file: 'server/features/credits/stream/credit-head-store.ts',
  open: ({ connection }) => createCreditHeadStore(createCreditHeadModel(connection)),
  calls: {
    save: (store) => store.save([{ _id: 's-7', version: 2, hash: 'h' }]),
    versionsOf: (store) => store.versionsOf(['s-7', 's-8']),
  },
};

const history: StoreCases<HistoryStore> = {
  file: 'server/features/credits/history/history-store.ts',
  open: ({ connection }) => createHistoryStore(createCreditEventModel(connection)),
  calls: {
    page: async (store) => {
      await store.page(STREAM, { limit: 10 });
      await store.page(STREAM, { before: 4_000, limit: 10 });
      await store.page(STREAM, { campaignId: CAMPAIGN, limit: 10 });
      await store.page(STREAM, { campaignId: CAMPAIGN, before: 4_000, limit: 10 });
    },
    after: (store) => store.after(STREAM, 4_000, 10),
    count: async (store) => {
      await store.count(STREAM);
      await store.count(STREAM, CAMPAIGN);
    },
    all: async (store) => {
      await readToEnd(store.all(STREAM));
      await readToEnd(store.all(STREAM, CAMPAIGN));
    },
    campaigns: (store) => store.campaigns(STREAM),
    lastVersions: (store) => store.lastVersions(STREAM, [CAMPAIGN, 'c-none'], 4_000),
    totals: (store) => store.totals(STREAM, [CAMPAIGN, 'c-none']),
  },
  exemptions: { totals: 'it returns sums of the events of campaigns' },
};

const usage: StoreCases<UsageStore> = {
  file: 'server/features/credits/usage/usage-store.ts',
  open: ({ connection }) => createUsageStore(createCreditEventModel(connection)),
  calls: {
    sumsOf: (store) => store.sumsOf(STREAM, { id: 'in_1', after: 1 }),
    deductions: (store) => store.deductions(STREAM, 10),
  },
  exemptions: { sumsOf: 'it returns sums of the events of one billing period' },
};

const creditDay = { granted: 0, held: 0, deducted: 0, released: 0, adjusted: 0, version: 1 };

const creditDays: StoreCases<CreditDayStore> = {
  file: 'server/features/credits/flow/credit-day-store.ts',
  open: ({ connection }) => createCreditDayStore(createCreditDayModel(connection)),
  calls: {
    last: async (store) => {
      await store.last(STREAM);
      await store.last(STREAM, '2026-11-01');
    },
    range: (store) => store.range(STREAM, { from: '2025-11-01', to: '2026-10-31' }),
    save: (store) =>
      store.save(STREAM, {
        ...creditDay,
        day: '2026-11-20',
        balance: { available: 0, held: 0, debt: 0 },
      }),
  },
};

const daySums: StoreCases<DaySumsStore> = {
  file: 'server/features/credits/flow/day-sums-store.ts',
  open: ({ connection }) => createDaySumsStore(createCreditEventModel(connection)),
  calls: { sums: (store) => store.sums(STREAM, 1, 1_000) },
  exemptions: { sums: 'it returns sums of events that no day has yet' },
};

const audit: StoreCases<AuditStore> = {
  file: 'server/features/credits/audit/audit-store.ts',
  open: ({ connection }) =>
    createAuditStore(createCreditEventModel(connection), createCreditHeadModel(connection)),
  calls: {
    streams: (store) => store.streams(),
    find: (store) => store.find(STREAM, ['grant:none']),
    open: async (store) => (await store.open(STREAM)).batches,
  },
  exemptions: {
    open: 'an audit reads every event of a stream',
    find: 'an event with an altered stream is found only in the whole range of the stream',
  },
};

const corrections: StoreCases<ReturnType<typeof createAdjustmentSource>> = {
  file: 'server/features/credits/adjustments/adjust-credits.ts',
  open: ({ connection }) => createAdjustmentSource(createAdjustmentModel(connection)),
  calls: {
    name: () => undefined,
    explains: () => undefined,
    expectedEvents: (source) => source.expectedEvents(STREAM),
    causing: (source) => source.causing(STREAM, ['adjust:none']),
    expectedHolds: () => undefined,
  },
};

const adjusting: StoreCases<{ adjustCredits: typeof adjustCredits }> = {
  file: 'server/features/credits/adjustments/adjust-credits.ts',
  open: () => ({ adjustCredits }),
  calls: {
    adjustCredits: ({ adjustCredits: adjust }, { connection, clock }) =>
      adjust(
        {
          ledger: { execute: () => Promise.resolve({ ok: false }) } as never,
          adjustments: createAdjustmentModel(connection),
          clock,
        },
        { id: 'new', streamId: STREAM, amount: 1, reason: 'because', by: 'support' },
      ),
  },
};

export const creditCalls = [
  ...callsOf(events),
  ...callsOf(heads),
  ...callsOf(history),
  ...callsOf(usage),
  ...callsOf(creditDays),
  ...callsOf(daySums),
  ...callsOf(audit),
  ...callsOf(corrections),
  ...callsOf(adjusting),
];
