import type { Connection } from 'mongoose';
import { callReasonKey } from '#shared/call-reasons.ts';
import type { SpeechSynthesizer } from '#server/providers/speech/port.ts';
import { CallListStore } from './call-lists/call-list-store.ts';
import { CallResultStore } from './contacts/call-result-store.ts';
import { CallStore } from './contacts/call-store.ts';
import { createClaimModel, ClaimStore } from './claims/claim-store.ts';
import { createContactModel } from './contacts/contact-model.ts';
import { ContactStore } from './contacts/contact-store.ts';
import { createDayCounterModel, DayCounterStore } from './settlement/day-counter-store.ts';
import { batchSizeAt, createDropRate } from './placement/drop-rate.ts';
import { DROP_DEFAULTS, type DropOptions, type DropsDeps, type ProvidedDeps } from './drops-deps.ts';
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
import { SpentSpeechStore } from './speech/spent-speech-store.ts';
import { createTextSpeaker } from './speech/text-speaker.ts';

export interface DropsDepsOptions extends ProvidedDeps {
  connection: Connection;
  /** Speaks the messages. */
  synthesizer: SpeechSynthesizer;
  dropsPerMinute: number;
  options: Partial<DropOptions> & Pick<DropOptions, 'reportDeadlineMs'>;
}

/** Creates the stores of the drop engine on a connection, and the other dependencies of its use cases. */
export function createDropsDeps({
  connection,
  synthesizer,
  dropsPerMinute,
  options: overrides,
  ...provided
}: DropsDepsOptions) {
  const contacts = createContactModel(connection);
  const claims = createClaimModel(connection);
  const erasedCalls = createErasedCallModel(connection);
  const leftOut = createLeftOutModel(connection);
  const settlements = createSettlementModel(connection);
  const days = createDayCounterModel(connection);
  const slots = createRateSlotModel(connection);
  const speech = createSpeechModel(connection);
  const batchSize = batchSizeAt(DROP_DEFAULTS.batchSize, dropsPerMinute);
  const options: DropOptions = { ...DROP_DEFAULTS, batchSize, ...overrides };
  const speeches = new SpeechStore(speech);
  const progressCounter = new ProgressCounter(provided);
  const rate = createDropRate({ slots: new RateSlotStore(slots), perMinute: dropsPerMinute });
  const deps: DropsDeps = {
    ...provided,
    startedAt: provided.realTime.now(),
    contacts: new ContactStore(contacts, provided.keyOf),
    retries: new RetryStore(contacts),
    recounts: new RecountStore(contacts),
    calls: new CallStore(contacts),
    callLists: new CallListStore(contacts),
    results: new CallResultStore(contacts, (ended) => {
      progressCounter.note(ended);
      const { status: outcome, calls } = ended;
      const reason = outcome === 'success' ? 'none' : callReasonKey(ended);
      provided.metrics.count('hark_calls_ended_total', { outcome, reason }, calls);
    }),
    progressCounter,
    claims: new ClaimStore(claims),
    numberHistory: new NumberHistoryStore(contacts),
    erasedCalls: new ErasedCallStore(erasedCalls),
    leftOut: new LeftOutStore(leftOut),
    settlements: new SettlementStore(settlements),
    days: new DayCounterStore(days),
    rate,
    slotsAhead: rate,
    speeches,
    spentSpeech: new SpentSpeechStore(speech),
    speaker: createTextSpeaker({ ...provided, synthesizer, speeches }, options.speechConcurrency),
    options,
  };
  return {
    deps,
    models: [contacts, claims, settlements, days, slots, speech, erasedCalls, leftOut] as const,
  };
}
