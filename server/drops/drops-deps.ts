import type { Clock } from '#server/clock.ts';
import type { Logger } from '#server/log.ts';
import type { VoicemailCarrier } from '#server/providers/carrier/port.ts';
import type { CallStore } from './call-store.ts';
import type { ClaimStore } from './claim-store.ts';
import type { ContactStore } from './contact-store.ts';
import type { DayCounterStore } from './day-counter-store.ts';
import type { CampaignRegister, DropJobs, HeldCredits } from './ports.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { SettlementStore } from './settlement-store.ts';

/** How the engine runs; times in milliseconds. */
export interface DropOptions {
  /** Contacts claimed at a time. */
  batchSize: number;
  /** Calls to the carrier under way at once, a worker. */
  concurrency: number;
  /** How long a claim may go without a sign of life before another worker takes it over. */
  claimLeaseMs: number;
  /** How long a report may take: past it the call has failed with "No report" (contract §4). */
  reportDeadlineMs: number;
  /** Pauses before a drop that the carrier could not take is tried again. */
  retryDelaysMs: readonly number[];
  /** How long reports may wait for others to be settled with. */
  settleAfterMs: number;
}

export const DROP_DEFAULTS: Omit<DropOptions, 'reportDeadlineMs'> = {
  batchSize: 500,
  concurrency: 32,
  claimLeaseMs: 20_000,
  retryDelaysMs: [250, 1_000, 3_000],
  settleAfterMs: 10_000,
};

/** What the use cases of the drop engine work with. */
export interface DropsDeps {
  contacts: ContactStore;
  calls: CallStore;
  claims: ClaimStore;
  settlements: SettlementStore;
  days: DayCounterStore;
  campaigns: CampaignRegister;
  carrier: VoicemailCarrier;
  ledger: HeldCredits;
  jobs: DropJobs;
  limiter: RateLimiter;
  clock: Clock;
  log: Logger;
  options: DropOptions;
}
