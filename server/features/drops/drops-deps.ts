import type { CallingCalendar, CallingStop, CallLog, ContactPlaces } from '#server/features/calling/api.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import type { Metrics } from '#server/platform/lib/observability/metrics.ts';
import type { VoicemailCarrier } from '#server/providers/carrier/port.ts';
import type { ObjectStore } from '#server/providers/objects/port.ts';
import type { Mailer } from '#server/providers/mail/port.ts';
import type { CallListStore } from './call-lists/call-list-store.ts';
import type { CallResultStore } from './contacts/call-result-store.ts';
import type { CallStore } from './contacts/call-store.ts';
import type { ClaimStore } from './claims/claim-store.ts';
import type { ContactStore } from './contacts/contact-store.ts';
import type { DayCounterStore } from './settlement/day-counter-store.ts';
import type { RecountStore } from './settlement/recount-store.ts';
import type { RetryStore } from './contacts/retry-store.ts';
import type { ErasedCallStore } from './contacts/erased-call-store.ts';
import type { LeftOutStore } from './contacts/left-out-store.ts';
import type { NumberHistoryStore } from './contacts/number-history-store.ts';
import type { DropRate, SlotReservations } from './placement/drop-rate.ts';
import type {
  NoticeStore,
  OpenCampaignStore,
  ProgressStore,
  RunStore,
  SettledStatuses,
} from '#server/features/campaigns/api.ts';
import type { DoNotCallList } from '#server/features/do-not-call/suppressions/api.ts';
import type { ProgressCounter } from './reports/progress-counter.ts';
import type { DropJobs } from './api.ts';
import type { ErasePreviews, FindPreviewRecording } from '#server/features/voices/previews/api.ts';
import type { CreditLedger } from '#server/features/credits/api.ts';
import type { Users } from '#server/features/auth/api.ts';
import type { CallEvents } from '#server/features/webhooks/api.ts';
import type { SettlementStore } from './settlement/settlement-store.ts';
import type { SpeechStore } from './speech/speech-store.ts';
import type { UnusedSpeechStore } from './speech/unused-speech-store.ts';
import type { TextSpeaker } from './speech/text-speaker.ts';

/** Settings of the drop engine; times are in milliseconds. */
export interface DropOptions {
  /** Contacts per claim. */
  batchSize: number;
  /** Concurrent requests to the carrier per worker. */
  concurrency: number;
  /** Texts that a worker speaks and uploads concurrently. */
  speechConcurrency: number;
  /** How long a batch waits for its texts; texts that are not spoken by then are left for a later batch. */
  speakForMs: number;
  /** Lease of a claim without a heartbeat, after which another worker may reclaim it. */
  claimLeaseMs: number;
  /** How long a report may take. After it the call has failed with "No report". */
  reportDeadlineMs: number;
  /**
   * Grace period after a start during which no call is failed for lack of a report: the carrier repeats those it
   * could not deliver.
   */
  giveUpGraceMs: number;
  /** Delays before a call that the carrier could not accept is placed again. */
  retryDelaysMs: readonly number[];
  /** Time slice of a run, after which it is queued again so that other campaigns can run. */
  sliceMs: number;
  /** How long the carrier may accept no call before the campaign is paused. */
  carrierPatienceMs: number;
  /** Longest time that reports wait to be settled together with others. */
  settleAfterMs: number;
  /** Contacts erased at once: few enough for a second, so that the job sends heartbeats in time. */
  eraseBatchSize: number;
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
  eraseBatchSize: 5_000,
};

/** Dependencies of the use cases of the drop engine. */
export interface DropsDeps {
  campaigns: RunStore;
  statuses: SettledStatuses;
  openCampaigns: OpenCampaignStore;
  /** Counts calls for display before they are settled. */
  progress: Pick<ProgressStore, 'add'>;
  doNotCall: DoNotCallList;
  /** Reports settled calls to integrators. */
  callEvents: CallEvents;
  calendar: CallingCalendar;
  callingStop: CallingStop;
  callLog: CallLog;
  /** Returns the window class of a contact; stored with it. */
  keyOf: ContactPlaces['keyOf'];
  carrier: VoicemailCarrier;
  /** Stores the recordings. */
  objects: ObjectStore;
  ledger: CreditLedger;
  jobs: DropJobs;
  notices: NoticeStore;
  users: Pick<Users, 'byUid'>;
  /** A recording that the user has heard before the campaign speaks it. */
  findPreview: FindPreviewRecording;
  /** Erases the previews in the voice of a campaign whose contacts are erased. */
  erasePreviews: ErasePreviews;
  mailer: Mailer;
  /** Base URL of the links in mails, without a trailing slash. */
  publicUrl: string;
  /** The time of records, calling hours, leases and deadlines, the same in all processes. */
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  contacts: ContactStore;
  retries: RetryStore;
  recounts: RecountStore;
  calls: CallStore;
  callLists: CallListStore;
  results: CallResultStore;
  progressCounter: ProgressCounter;
  claims: ClaimStore;
  leftOut: LeftOutStore;
  numberHistory: NumberHistoryStore;
  erasedCalls: ErasedCallStore;
  settlements: SettlementStore;
  days: DayCounterStore;
  rate: DropRate;
  slotReservations: SlotReservations;
  speeches: SpeechStore;
  unusedSpeech: UnusedSpeechStore;
  speaker: TextSpeaker;
  /** Start of this process. */
  startedAt: Date;
  options: DropOptions;
}
