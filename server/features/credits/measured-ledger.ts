import { stopwatch, type Metrics } from '#server/platform/lib/observability/metrics.ts';
import type { Refusal } from './api.ts';
import type { ClosableLedger } from './credit-ledger.ts';
import type { CreditEventStore } from './stream/credit-event-store.ts';

/** Returns a store that measures its appends. */
export function measureAppends(
  store: CreditEventStore,
  metrics: Pick<Metrics, 'count' | 'observe'>,
): CreditEventStore {
  return {
    ...store,
    // Its append of an event that is known to exist is no conflict.
    confirm: (event) => store.confirm(event),
    async append(events) {
      const elapsed = stopwatch();
      try {
        const written = await store.append(events);
        metrics.observe('hark_ledger_append_duration_seconds', {}, elapsed());
        metrics.observe('hark_ledger_group_events', {}, events.length);
        metrics.count('hark_ledger_appended_events_total', {}, written);
        if (written < events.length) metrics.count('hark_ledger_conflicts_total', {});
        return written;
      } catch (error) {
        metrics.count('hark_ledger_append_errors_total', {});
        throw error;
      }
    },
  };
}

const REFUSALS: Record<Refusal['type'], true> = {
  InsufficientCredits: true,
  NoActivePlan: true,
  InDebt: true,
  CostChanged: true,
  ExceedsHold: true,
  KeyConflict: true,
};

/** Returns a ledger that counts the commands that it refuses. */
export function countRefusals(
  ledger: ClosableLedger,
  metrics: Pick<Metrics, 'begin' | 'count'>,
): ClosableLedger {
  for (const reason of Object.keys(REFUSALS)) metrics.begin('hark_ledger_refusals_total', { reason });
  return {
    ...ledger,
    async execute(streamId, command) {
      const result = await ledger.execute(streamId, command);
      if (!result.ok) metrics.count('hark_ledger_refusals_total', { reason: result.refusal.type });
      return result;
    },
  };
}
