import type { Connection } from 'mongoose';
import { createCampaignModel } from '#server/features/campaigns/stores/campaign-model.ts';
import { CounterStore } from '#server/features/campaigns/lifecycle/counter-store.ts';
import type { CreditLedger } from '#server/features/credits/api.ts';
import type { CountAgain } from '#server/platform/migrations/steps/0005-failed-reasons.ts';
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

/** Returns what counts the calls of a campaign again for a migration, which leaves one alone that is being sent. */
export function countAgain(counters: Pick<Counters, 'checkCampaign'>): CountAgain {
  return async (campaignId) => {
    const check = await counters.checkCampaign(campaignId);
    if (check?.skipped === undefined) await check?.correct();
  };
}
