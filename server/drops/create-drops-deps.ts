import type { Connection } from 'mongoose';
import type { Clock } from '#server/clock.ts';
import type { SpeechSynthesizer } from '#server/providers/speech/port.ts';
import { CallStore } from './call-store.ts';
import { createClaimModel, type ClaimModel } from './claim-model.ts';
import { ClaimStore } from './claim-store.ts';
import { createContactModel, type ContactModel } from './contact-model.ts';
import { ContactStore } from './contact-store.ts';
import { createDayCounterModel, type DayCounterModel } from './day-counter-model.ts';
import { DayCounterStore } from './day-counter-store.ts';
import { batchWithin, createDropRate } from './drop-rate.ts';
import { DROP_DEFAULTS, type DropOptions, type DropsDeps } from './drops-deps.ts';
import { createErasedCallModel, type ErasedCallModel } from './erased-call-model.ts';
import { ErasedCallStore } from './erased-call-store.ts';
import { createSettlementModel, type SettlementModel } from './settlement-model.ts';
import { SettlementStore } from './settlement-store.ts';
import { createSlotModel, type SlotModel } from './slot-model.ts';
import { SlotStore } from './slot-store.ts';
import { createSpeechModel, type SpeechModel } from './speech-model.ts';
import { SpeechStore } from './speech-store.ts';
import { createTextSpeaker } from './text-speaker.ts';

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
  SlotModel,
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
  const slots = createSlotModel(connection);
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
    rate: createDropRate({ slots: new SlotStore(slots), perMinute: dropsPerMinute }),
    speeches,
    speaker: createTextSpeaker({ ...given, synthesizer, speeches }, options.speechConcurrency),
    options,
  };
  return { deps, models: [contacts, claims, settlements, days, slots, speech, erasedCalls] };
}
