import type { Connection } from 'mongoose';
import { createCampaignModel } from '#server/features/campaigns/stores/campaign-model.ts';
import { CounterStore } from '#server/features/campaigns/lifecycle/counter-store.ts';
import type { CreditLedger } from '#server/features/credits/api.ts';
import { createContactModel } from '#server/features/drops/contacts/contact-model.ts';
import { createCounters, type Counters } from '#server/features/drops/counters/counters.ts';
import {
  createDayCounterModel,
  DayCounterStore,
} from '#server/features/drops/settlement/day-counter-store.ts';
import { RecountStore } from '#server/features/drops/settlement/recount-store.ts';
import {
  createSettlementModel,
  SettlementStore,
} from '#server/features/drops/settlement/settlement-store.ts';

/** Creates what counts calls again on a database. */
export function composeCounters(
  connection: Connection,
  ledger: Pick<CreditLedger, 'campaignHold'>,
): Counters {
  return createCounters({
    campaigns: new CounterStore(createCampaignModel(connection)),
    settlements: new SettlementStore(createSettlementModel(connection)),
    recounts: new RecountStore(createContactModel(connection)),
    days: new DayCounterStore(createDayCounterModel(connection)),
    ledger,
  });
}
