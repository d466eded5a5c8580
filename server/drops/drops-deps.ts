import type { Clock } from '#server/lib/clock.ts';
import type { Logger } from '#server/lib/log.ts';
import type { VoicemailCarrier } from '#server/providers/carrier/port.ts';
import type { ObjectStore } from '#server/providers/objects/port.ts';
import type { Mailer } from '#server/providers/mail/port.ts';
import type { CallStore } from './contacts/call-store.ts';
import type { ClaimStore } from './claims/claim-store.ts';
import type { ContactStore } from './contacts/contact-store.ts';
import type { DayCounterStore } from './settlement/day-counter-store.ts';
import type { ErasedCallStore } from './contacts/erased-call-store.ts';
import type { DropRate } from './placement/drop-rate.ts';
import type { CampaignRegister, DoNotCallList, DropJobs, HeldCredits, Notices, Owners } from './ports.ts';
import type { SettlementStore } from './settlement/settlement-store.ts';
import type { SpeechStore } from './speech/speech-store.ts';
import type { TextSpeaker } from './speech/text-speaker.ts';

/** How the engine runs; times in milliseconds. */
export interface DropOptions {
  /** Contacts claimed at a time. */
  batchSize: number;
  /** Calls to the carrier under way at once, a worker. */
  concurrency: number;
  /** Texts spoken and handed to the carrier at once, a worker. */
  speechConcurrency: number;
  /** How long a batch may wait for its texts: what is not spoken by then is left for a later one. */
  speakForMs: number;
  /** How long a claim may go without a heartbeat before another worker takes it over. */
  claimLeaseMs: number;
  /** How long a report may take: past it the call has failed with "No report" (contract §4). */
  reportDeadlineMs: number;
  /** How long after a start no report is given up: some could not be taken while Hark was stopped and come again. */
  giveUpGraceMs: number;
  /** Pauses before a drop that the carrier could not take is tried again. */
  retryDelaysMs: readonly number[];
  /** How long a run goes on before it makes room for others and queues up anew. */
  sliceMs: number;
  /** How long the carrier may take no call before a campaign is paused. */
  carrierPatienceMs: number;
  /** How long reports may wait for others to be settled with. */
  settleAfterMs: number;
}

export const DROP_DEFAULTS: Omit<DropOptions, 'reportDeadlineMs'> = {
  batchSize: 500,
  concurrency: 32,
  speechConcurrency: 8,
  speakForMs: 4_000,
  claimLeaseMs: 5_000,
  giveUpGraceMs: 0,
  retryDelaysMs: [250, 1_000, 3_000],
  sliceMs: 20_000,
  carrierPatienceMs: 600_000,
  settleAfterMs: 10_000,
};

/** What the use cases of the drop engine work with. */
export interface DropsDeps {
  contacts: ContactStore;
  calls: CallStore;
  claims: ClaimStore;
  erasedCalls: ErasedCallStore;
  settlements: SettlementStore;
  days: DayCounterStore;
  campaigns: CampaignRegister;
  doNotCall: DoNotCallList;
  carrier: VoicemailCarrier;
  speeches: SpeechStore;
  speaker: TextSpeaker;
  /** Where speech is kept. */
  objects: ObjectStore;
  ledger: HeldCredits;
  jobs: DropJobs;
  rate: DropRate;
  notices: Notices;
  owners: Owners;
  mailer: Mailer;
  /** Where people reach Hark, without a trailing slash; links in mails begin with it. */
  publicUrl: string;
  /** Dates what is recorded: calls, their days, starts and ends of campaigns. */
  clock: Clock;
  /** The time that leases, deadlines and pauses go by: that of all processes, whatever `clock` says. */
  realTime: Clock;
  /** When this process began. */
  startedAt: Date;
  log: Logger;
  options: DropOptions;
}
