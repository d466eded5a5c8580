import { createSpeechModel, speechUsers } from '#server/features/drops/speech/speech-model.ts';
import { SpeechStore } from '#server/features/drops/speech/speech-store.ts';
import { UnusedSpeechStore } from '#server/features/drops/speech/unused-speech-store.ts';
import { CAMPAIGN } from '../known-ids.ts';
import { callsOf, type StoreCases } from './store-cases.ts';

const speeches: StoreCases<SpeechStore> = {
  file: 'server/features/drops/speech/speech-store.ts',
  open: ({ connection }) => new SpeechStore(createSpeechModel(connection)),
  calls: {
    register: (store, { now }) => store.register(CAMPAIGN, ['text-1', 'text-new'], now),
    registerOne: (store, { now }) => store.registerOne(CAMPAIGN, 'text-other', now),
    listFor: (store) => store.listFor(CAMPAIGN, ['text-1', 'text-new']),
    mediaOf: (store) => store.mediaOf('text-1'),
    record: (store) => store.record('text-1', 'media'),
    noteMedia: (store) => store.noteMedia('text-1', 'media'),
    referenced: (store) => store.referenced([`speech/${'0'.repeat(64)}.mp3`]),
    holdsMedia: (store) => store.holdsMedia('text-1', 'media'),
  },
};

const USERS = speechUsers({ id: CAMPAIGN, runEpoch: 2 });

const unusedSpeech: StoreCases<UnusedSpeechStore> = {
  file: 'server/features/drops/speech/unused-speech-store.ts',
  open: ({ connection }) => new UnusedSpeechStore(createSpeechModel(connection)),
  calls: {
    hasAny: (store) => store.hasAny(USERS),
    listExclusive: (store) => store.listExclusive(USERS, 500),
    discard: (store, { now }) => store.discard(USERS, ['text-1', 'text-2'], now),
    // Run when the campaign has no text left.
    detachShared: (store) => store.detachShared(speechUsers({ id: 'c-105', runEpoch: 2 })),
    listOld: (store, { now }) => store.listOld(now, { _id: 'text-1', at: new Date(0), campaigns: [] }, 100),
    listDue: (store, { now }) => store.listDue(now, 500),
    removeUnused: (store) => store.removeUnused({ _id: 'text-0', discarded: ['media-0'] }),
    postpone: (store, { now }) => store.postpone(['text-1'], now),
  },
};

export const speechCalls = [...callsOf(speeches), ...callsOf(unusedSpeech)];
