import type { CounterStore } from '#server/campaigns/api.ts';
import type { CreditLedger } from '#server/credits/api.ts';
import type { DayCounterStore } from '#server/drops/settlement/day-counter-store.ts';
import type { RecountStore } from '#server/drops/settlement/recount-store.ts';
import type { SettlementStore } from '#server/drops/settlement/settlement-store.ts';

/** What counting again needs. */
export interface CountersDeps {
  campaigns: Pick<CounterStore, 'find' | 'streamOf' | 'nextUser' | 'correct'>;
  settlements: Pick<SettlementStore, 'find' | 'stream'>;
  recounts: Pick<RecountStore, 'streamCalls'>;
  days: Pick<DayCounterStore, 'listAll' | 'nextUser' | 'isUnchanged' | 'has' | 'correct' | 'restore'>;
  ledger: Pick<CreditLedger, 'campaignHold'>;
}
