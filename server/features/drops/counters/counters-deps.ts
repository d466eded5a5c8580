import type { CounterStore } from '#server/features/campaigns/api.ts';
import type { CreditLedger } from '#server/features/credits/api.ts';
import type { DayCounterStore } from '#server/features/drops/settlement/day-counter-store.ts';
import type { RecountStore } from '#server/features/drops/settlement/recount-store.ts';
import type { SettlementStore } from '#server/features/drops/settlement/settlement-store.ts';

/** What counting again needs. */
export interface CountersDeps {
  campaigns: Pick<CounterStore, 'find' | 'streamOf' | 'nextUser' | 'correct'>;
  settlements: Pick<SettlementStore, 'find' | 'stream'>;
  recounts: Pick<RecountStore, 'streamCalls'>;
  days: Pick<DayCounterStore, 'listAll' | 'nextUser' | 'isUnchanged' | 'has' | 'correct' | 'restore'>;
  ledger: Pick<CreditLedger, 'campaignHold'>;
}
