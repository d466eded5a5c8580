import type { Connection } from 'mongoose';
import type { Clock } from '#server/lib/clock.ts';
import type { SpeechSynthesizer } from '#server/providers/speech/port.ts';
import { CallStore } from './contacts/call-store.ts';
import { createClaimModel, type ClaimModel } from './claims/claim-model.ts';
import { ClaimStore } from './claims/claim-store.ts';
import { createContactModel, type ContactModel } from './contacts/contact-model.ts';
import { ContactStore } from './contacts/contact-store.ts';
import { createDayCounterModel, type DayCounterModel } from './settlement/day-counter-model.ts';
import { DayCounterStore } from './settlement/day-counter-store.ts';
import { batchWithin, createDropRate } from './placement/drop-rate.ts';
import { DROP_DEFAULTS, type DropOptions, type DropsDeps } from './drops-deps.ts';
import { createErasedCallModel, type ErasedCallModel } from './contacts/erased-call-model.ts';
import { ErasedCallStore } from './contacts/erased-call-store.ts';
import { createSettlementModel, type SettlementModel } from './settlement/settlement-model.ts';
import { SettlementStore } from './settlement/settlement-store.ts';
import { createRateSlotModel, type RateSlotModel } from './placement/rate-slot-model.ts';
import { RateSlotStore } from './placement/rate-slot-store.ts';
import { createSpeechModel, type SpeechModel } from './speech/speech-model.ts';
import { SpeechStore } from './speech/speech-store.ts';
import { createTextSpeaker } from './speech/text-speaker.ts';

/** What others make. */
type Given = Omit<
  DropsDeps,
  | 'contacts'
  | 'calls'
  | 'claims'
  | 'erasedCalls'
  | 'settlements'
  | 'days'
  | 'rate'
  | 'speeches'
  | 'speaker'
  | 'options'
  | 'startedAt'
  | 'realTime'
>;

export interface DropsDepsOptions extends Given {
  connection: Connection;
  /** The voice of what contacts hear. */
  synthesizer: SpeechSynthesizer;
  dropsPerMinute: number;
  /** `clock` where nothing shifts that. */
  realTime?: Clock;
  options: Partial<DropOptions> & Pick<DropOptions, 'reportDeadlineMs'>;
}

export type DropModels = [
  ContactModel,
  ClaimModel,
  SettlementModel,
  DayCounterModel,
  RateSlotModel,
  SpeechModel,
  ErasedCallModel,
];

/** The stores of the drop engine on a connection, and the rest of what its use cases work with. */
export function createDropsDeps({
  connection,
  synthesizer,
  dropsPerMinute,
  options: chosen,
  ...given
}: DropsDepsOptions): { deps: DropsDeps; models: DropModels } {
  const contacts = createContactModel(connection);
  const claims = createClaimModel(connection);
  const erasedCalls = createErasedCallModel(connection);
  const settlements = createSettlementModel(connection);
  const days = createDayCounterModel(connection);
  const slots = createRateSlotModel(connection);
  const speech = createSpeechModel(connection);
  const batchSize = batchWithin(DROP_DEFAULTS.batchSize, dropsPerMinute);
  const options: DropOptions = { ...DROP_DEFAULTS, batchSize, ...chosen };
  const speeches = new SpeechStore(speech);
  const realTime = given.realTime ?? given.clock;
  const deps: DropsDeps = {
    ...given,
    realTime,
    startedAt: realTime.now(),
    contacts: new ContactStore(contacts),
    calls: new CallStore(contacts),
    claims: new ClaimStore(claims),
    erasedCalls: new ErasedCallStore(erasedCalls),
    settlements: new SettlementStore(settlements),
    days: new DayCounterStore(days),
    rate: createDropRate({ slots: new RateSlotStore(slots), perMinute: dropsPerMinute }),
    speeches,
    speaker: createTextSpeaker({ ...given, synthesizer, speeches }, options.speechConcurrency),
    options,
  };
  return { deps, models: [contacts, claims, settlements, days, slots, speech, erasedCalls] };
}
