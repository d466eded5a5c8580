import type { Request, Router } from 'express';
import type { Connection } from 'mongoose';
import type { Clock } from '#server/lib/clock.ts';
import type { Logger } from '#server/lib/log.ts';
import type { Context } from '#server/trpc/context.ts';
import { adjustCredits, type Correction } from './adjustments/adjust-credits.ts';
import { createAdjustmentModel } from './adjustments/adjustment-model.ts';
import { createAdjustmentSource } from './audit/adjustment-source.ts';
import { createAuditStore } from './audit/audit-store.ts';
import { createCreditEventModel } from './stream/credit-event-model.ts';
import { createCreditEventStore } from './stream/credit-event-store.ts';
import { createCreditHeadModel } from './stream/credit-head-model.ts';
import { createCreditLedger } from './credit-ledger.ts';
import { createCreditsRouter } from './credits-router.ts';
import { createCreditHeadStore } from './stream/credit-head-store.ts';
import { HeadCheckpoint } from './stream/head-checkpoint.ts';
import { createHistoryCsvRouter } from './history/history-csv.ts';
import { createHistoryStore } from './history/history-store.ts';
import type { CampaignNames } from './ports.ts';

export interface CreditsDeps {
  connection: Connection;
  clock: Clock;
  log: Logger;
  /** Names for the history; without it campaigns appear by their id. */
  campaigns?: CampaignNames;
}

/** Credits: the ledger, the balance and history that users see, and what support and audit need. */
export function createCreditsFeature({ connection, clock, log, campaigns = NO_NAMES }: CreditsDeps) {
  const events = createCreditEventModel(connection);
  const heads = createCreditHeadModel(connection);
  const headStore = createCreditHeadStore(heads);
  const adjustments = createAdjustmentModel(connection);
  const history = createHistoryStore(events);
  const ledger = createCreditLedger({
    store: createCreditEventStore(events),
    checkpoint: new HeadCheckpoint(headStore, log),
    clock,
  });
  return {
    ledger,
    /** How far streams are, for those who follow many of them. */
    versionsOf: headStore.versionsOf.bind(headStore),
    router: createCreditsRouter({ ledger, history, campaigns }),
    /** The download of the history, which is no JSON; mounted beside the documented paths. */
    exports: (createContext: (req: Request) => Promise<Context>): Router =>
      createHistoryCsvRouter(history, campaigns, createContext),
    history,
    adjust: (correction: Correction) => adjustCredits({ ledger, adjustments, clock }, correction),
    audit: { store: createAuditStore(events, heads), corrections: createAdjustmentSource(adjustments) },
    models: [events, heads, adjustments] as const,
    /** To be awaited before the connection closes: the last heads are noted. */
    close: () => ledger.close(),
  };
}

const NO_NAMES: CampaignNames = { namesOf: () => Promise.resolve(new Map()) };
