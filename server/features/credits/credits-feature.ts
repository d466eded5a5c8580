import type { Connection } from 'mongoose';
import type { Clock } from '#server/platform/lib/clock.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import type { Metrics } from '#server/platform/lib/observability/metrics.ts';
import { createAdjustmentSource, adjustCredits, type Correction } from './adjustments/adjust-credits.ts';
import { createAdjustmentModel } from './adjustments/adjustment-model.ts';
import { createAuditStore } from './audit/audit-store.ts';
import { createCreditEventModel, createCreditEventStore } from './stream/credit-event-store.ts';
import { createCreditLedger } from './credit-ledger.ts';
import { createCreditsRouter } from './credits-router.ts';
import { HeadCheckpoint, createCreditHeadModel, createCreditHeadStore } from './stream/credit-head-store.ts';
import { createCreditDayModel, createCreditDayStore } from './flow/credit-day-store.ts';
import { createDaySumsStore } from './flow/day-sums-store.ts';
import { countRefusals, measureAppends } from './measured-ledger.ts';
import { createHistoryStore } from './history/history-store.ts';
import { creditSections } from './history/export-credits.ts';
import { createCreditUsage } from './usage/credit-usage.ts';
import { createUsageStore } from './usage/usage-store.ts';
import type { CampaignNames } from '#server/features/campaigns/api.ts';

export interface CreditsDeps {
  connection: Connection;
  clock: Clock;
  log: Logger;
  metrics: Pick<Metrics, 'begin' | 'count' | 'observe'>;
  /** Campaign names for the history. */
  campaigns: CampaignNames;
}

/** Composes the credits feature: the ledger, the user's balance and history, corrections by support, and the audit. */
export function createCreditsFeature({ connection, clock, log, metrics, campaigns }: CreditsDeps) {
  const events = createCreditEventModel(connection);
  const heads = createCreditHeadModel(connection);
  const headStore = createCreditHeadStore(heads);
  const adjustments = createAdjustmentModel(connection);
  const days = createCreditDayModel(connection);
  const flow = { days: createCreditDayStore(days), events: createDaySumsStore(events), clock };
  const history = createHistoryStore(events);
  const created = createCreditLedger({
    store: measureAppends(createCreditEventStore(events), metrics),
    checkpoint: new HeadCheckpoint(headStore, log),
    clock,
  });
  const ledger = countRefusals(created, metrics);
  return {
    ledger,
    /** The head versions of streams, to detect changes of many streams at once. */
    versionsOf: headStore.versionsOf.bind(headStore),
    router: createCreditsRouter({ ledger, history, campaigns, flow }),
    history,
    exported: { sections: creditSections(history, campaigns) },
    usage: createCreditUsage({ ledger, usage: createUsageStore(events), campaigns }),
    adjust: (correction: Correction) => adjustCredits({ ledger, adjustments, clock }, correction),
    audit: { store: createAuditStore(events, heads), corrections: createAdjustmentSource(adjustments) },
    models: [events, heads, adjustments, days] as const,
    /** Must be awaited before the connection closes, to save the last heads. */
    close: () => ledger.close(),
  };
}
