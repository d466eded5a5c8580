import type { Metrics } from '#server/platform/lib/observability/metrics.ts';
import type { Connection } from 'mongoose';
import { callReasonKey } from '#shared/call-reasons.ts';
import type { ContactPlaces } from '#server/features/calling/api.ts';
import type { SpeechSynthesizer } from '#server/providers/speech/port.ts';
import { CallListStore } from './call-lists/call-list-store.ts';
import { CallResultStore, type EndedCalls } from './contacts/call-result-store.ts';
import { CallStore } from './contacts/call-store.ts';
import { createClaimModel, ClaimStore } from './claims/claim-store.ts';
import { createContactModel } from './contacts/contact-model.ts';
import { ContactStore } from './contacts/contact-store.ts';
import { createDayCounterModel, DayCounterStore } from './settlement/day-counter-store.ts';
import { batchSizeAt, createDropRate } from './placement/drop-rate.ts';
import { DROP_DEFAULTS, type DropOptions, type DropsDeps } from './drops-deps.ts';
import { createErasedCallModel, ErasedCallStore } from './contacts/erased-call-store.ts';
import { createLeftOutModel, LeftOutStore } from './contacts/left-out-store.ts';
import { NumberHistoryStore } from './contacts/number-history-store.ts';
import { createSettlementModel, SettlementStore } from './settlement/settlement-store.ts';
import { ProgressCounter } from './reports/progress-counter.ts';
import { RecountStore } from './settlement/recount-store.ts';
import { RetryStore } from './contacts/retry-store.ts';
import { createRateSlotModel, RateSlotStore } from './placement/rate-slot-store.ts';
import { createSpeechModel } from './speech/speech-model.ts';
import { SpeechStore } from './speech/speech-store.ts';
import { UnusedSpeechStore } from './speech/unused-speech-store.ts';
import { createTextSpeaker } from './speech/text-speaker.ts';

/** What the drop engine needs of the app. */
export interface DropsNeeds extends Pick<DropsDeps, 'clock' | 'log' | 'metrics' | 'ledger' | 'publicUrl'> {
  connection: Connection;
  env: { DROPS_PER_MINUTE: number };
  /** Settings of the engine that are not its defaults. */
  dropOptions: Partial<DropOptions> & Pick<DropOptions, 'reportDeadlineMs'>;
  providers: Pick<DropsDeps, 'carrier' | 'mailer'> & {
    /** Speaks the messages. */
    speech: SpeechSynthesizer;
    objects: { store: DropsDeps['objects'] };
  };
  stores: Pick<DropsDeps, 'statuses' | 'openCampaigns' | 'progress' | 'notices'> & {
    runs: DropsDeps['campaigns'];
  };
  users: DropsDeps['users'];
  queues: { drops: DropsDeps['jobs'] };
  suppressions: Pick<DropsDeps, 'doNotCall'>;
  calling: Pick<DropsDeps, 'calendar' | 'callLog'> & {
    places: Pick<ContactPlaces, 'keyOf'>;
    stop: DropsDeps['callingStop'];
  };
  webhooks: Pick<DropsDeps, 'callEvents'>;
  previews: { findRecording: DropsDeps['findPreview']; erase: DropsDeps['erasePreviews'] };
}

/** Returns what the drop engine uses of its neighbours. */
function providedBy(app: DropsNeeds) {
  const { clock, log, metrics, ledger, publicUrl, providers, stores, calling } = app;
  return {
    clock,
    log,
    metrics,
    ledger,
    publicUrl,
    carrier: providers.carrier,
    objects: providers.objects.store,
    mailer: providers.mailer,
    campaigns: stores.runs,
    statuses: stores.statuses,
    openCampaigns: stores.openCampaigns,
    progress: stores.progress,
    notices: stores.notices,
    users: app.users,
    jobs: app.queues.drops,
    doNotCall: app.suppressions.doNotCall,
    calendar: calling.calendar,
    callingStop: calling.stop,
    callLog: calling.callLog,
    keyOf: (contact) => calling.places.keyOf(contact),
    callEvents: { record: (calls) => app.webhooks.callEvents.record(calls) },
    findPreview: (providerVoiceId, text) => app.previews.findRecording(providerVoiceId, text),
    erasePreviews: (userId, voiceId) => app.previews.erase(userId, voiceId),
  } satisfies Partial<DropsDeps>;
}

/** Creates the stores of the drop engine, and the other dependencies of its use cases. */
export function createDropsDeps(app: DropsNeeds) {
  const { connection } = app;
  const dropsPerMinute = app.env.DROPS_PER_MINUTE;
  const provided = providedBy(app);
  const contacts = createContactModel(connection);
  const claims = createClaimModel(connection);
  const erasedCalls = createErasedCallModel(connection);
  const leftOut = createLeftOutModel(connection);
  const settlements = createSettlementModel(connection);
  const days = createDayCounterModel(connection);
  const slots = createRateSlotModel(connection);
  const speech = createSpeechModel(connection);
  const batchSize = batchSizeAt(DROP_DEFAULTS.batchSize, dropsPerMinute);
  const options: DropOptions = { ...DROP_DEFAULTS, batchSize, ...app.dropOptions };
  const speeches = new SpeechStore(speech);
  const progressCounter = new ProgressCounter(provided);
  const rate = createDropRate({ slots: new RateSlotStore(slots), perMinute: dropsPerMinute });
  const deps: DropsDeps = {
    ...provided,
    startedAt: provided.clock.now(),
    contacts: new ContactStore(contacts, provided.keyOf),
    retries: new RetryStore(contacts),
    recounts: new RecountStore(contacts),
    calls: new CallStore(contacts),
    callLists: new CallListStore(contacts),
    results: new CallResultStore(contacts, {
      ended(ended) {
        progressCounter.note(ended);
        if (ended.late !== true) countEnded(provided.metrics, ended);
      },
      delivered(calls) {
        provided.metrics.count('hark_late_successes_total', {}, calls);
      },
    }),
    progressCounter,
    claims: new ClaimStore(claims),
    numberHistory: new NumberHistoryStore(contacts),
    erasedCalls: new ErasedCallStore(erasedCalls),
    leftOut: new LeftOutStore(leftOut),
    settlements: new SettlementStore(settlements),
    days: new DayCounterStore(days),
    rate,
    slotReservations: rate,
    speeches,
    unusedSpeech: new UnusedSpeechStore(speech),
    speaker: createTextSpeaker(
      { ...provided, synthesizer: app.providers.speech, speeches },
      options.speechConcurrency,
    ),
    options,
  };
  return {
    deps,
    models: [contacts, claims, settlements, days, slots, speech, erasedCalls, leftOut] as const,
  };
}

function countEnded(metrics: Pick<Metrics, 'count'>, ended: EndedCalls): void {
  const { status: outcome, calls } = ended;
  const reason = outcome === 'success' ? 'none' : callReasonKey(ended);
  metrics.count('hark_calls_ended_total', { outcome, reason }, calls);
}
