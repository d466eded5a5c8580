import {
  createPreviewCountModel,
  createPreviewLimit,
  type PreviewLimit,
} from '#server/features/voices/previews/preview-limit-store.ts';
import { createPreviewModel, PreviewStore } from '#server/features/voices/previews/preview-store.ts';
import {
  createVoiceModel,
  type VoiceRecord,
  createVoiceStore,
  type VoiceStore,
} from '#server/features/voices/voice-store.ts';
import { createCloneStore, type CloneStore } from '#server/features/voices/cloning/clone-store.ts';
import {
  createRecordingKeyStore,
  type RecordingKeyStore,
} from '#server/features/voices/recording-key-store.ts';
import {
  createObjectSweepModel,
  ObjectSweepStore,
} from '#server/features/account/retention/object-sweep-store.ts';
import { createUploadFormStore, type UploadFormStore } from '#server/features/voices/upload-form-store.ts';
import { after, callsOf, type StoreCases } from './store-cases.ts';

const voice: VoiceRecord = {
  _id: 'v-new',
  userId: 'u-none',
  slot: 0,
  state: 'pending',
  title: 'New',
  description: '',
  avatar: 0,
  objectKey: 'voice/new',
  createdAt: new Date(0),
  uploadUntil: new Date(0),
};

const voices: StoreCases<VoiceStore> = {
  file: 'server/features/voices/voice-store.ts',
  open: ({ connection }) => createVoiceStore(createVoiceModel(connection)),
  calls: {
    insert: (store) => store.insert(voice),
    byId: (store) => store.byId('v-4'),
    holdingSlots: (store) => store.holdingSlots('u-1'),
    ofUser: (store) => store.ofUser('u-1'),
    transition: (store) => store.transition('v-1', 'pending', 'active'),
    change: (store) => store.change('v-4', { title: 'Other' }),
    unfinished: (store, { now }) => store.unfinished(now, 20),
    erase: (store) => store.erase('v-3'),
  },
};

const clones: StoreCases<CloneStore> = {
  file: 'server/features/voices/cloning/clone-store.ts',
  open: ({ connection }) => createCloneStore(createVoiceModel(connection)),
  calls: {
    claim: (store, { now }) =>
      store.claim('v-4', { lease: 'lease', now, leaseUntil: new Date(now.getTime() + 1), early: false }),
    renew: (store, { now }) => store.renew('v-4', 'lease', now),
    end: (store, { now }) => store.end('v-4', 'lease', { kind: 'failed', failure: 'Refused' }, now),
    retry: (store, { now }) => store.retry('v-4', now),
    due: (store, { now }) => store.due(now, 20),
  },
};

const recordingKeys: StoreCases<RecordingKeyStore> = {
  file: 'server/features/voices/recording-key-store.ts',
  open: ({ connection }) => createRecordingKeyStore(createVoiceModel(connection)),
  calls: {
    referenced: (store) => store.referenced(['uploads/u-1/v4.mp3', 'voices/u-1/v5-0a.mp3']),
  },
};

const objectSweeps: StoreCases<ObjectSweepStore> = {
  file: 'server/features/account/retention/object-sweep-store.ts',
  open: ({ connection }) => new ObjectSweepStore(createObjectSweepModel(connection)),
  calls: {
    claim: async (store, { connection, now }) => {
      await store.claim(now, after(now));
      await connection.collection<{ _id: string }>('object_sweeps').deleteOne({ _id: 'objects' });
      return store.claim(now, after(now));
    },
    advance: (store, { now }) => store.advance({ _id: 'objects', database: 'd', dueAt: now }, undefined, now),
  },
};

const uploadForms: StoreCases<UploadFormStore> = {
  file: 'server/features/voices/upload-form-store.ts',
  open: ({ connection }) => createUploadFormStore(createVoiceModel(connection)),
  calls: {
    slotsInUse: (store, { now }) => store.slotsInUse('u-1', now),
    withExpiredForm: (store, { now }) => store.withExpiredForm(now, 20),
    clearUploadKey: (store) => store.clearUploadKey('v-4'),
  },
};

const preview = (now: Date) => ({
  _id: 'preview-new',
  userId: 'u-9',
  voiceId: 'v-9',
  counted: true,
  dueAt: now,
});

const previews: StoreCases<PreviewStore> = {
  file: 'server/features/voices/previews/preview-store.ts',
  open: ({ connection }) => new PreviewStore(createPreviewModel(connection)),
  calls: {
    byId: (store) => store.byId('preview-4'),
    insert: (store, { now }) => store.insert(preview(now)),
    restart: async (store, { now }) => {
      const found = await store.byId('preview-6');
      return found && store.restart(found, { ...preview(now), _id: 'preview-6' });
    },
    claim: (store, { now }) => store.claim('u-1', now, after(now), 'worker'),
    renew: (store, { now }) => store.renew({ ...claimed(now), _id: 'preview-9' }, after(now)),
    finish: (store, { now }) =>
      store.finish({ ...claimed(now), _id: 'preview-9' }, { reason: 'x', dueAt: now }),
    bySpoken: (store) => store.bySpoken('spoken-8'),
    nextDue: (store) => store.nextDue('u-1'),
    toMake: (store, { now }) => store.toMake(now),
    toErase: (store, { now }) => store.toErase(now, 20),
    claimErasure: async (store, { now }) => {
      const found = await store.byId('preview-8');
      return found && store.claimErasure(found, now);
    },
    erase: async (store, { now }) => {
      await store.erase({ userId: 'u-30' }, now, after(now));
      await store.erase({ userId: 'u-31', voiceId: 'v-31' }, now, after(now));
    },
    erased: async (store, { now }) => {
      await store.erased({ userId: 'u-3' }, now, 20);
      await store.erased({ userId: 'u-3', voiceId: 'v-3' }, now, 20);
    },
    remove: async (store, { now }) => {
      const found = await store.byId('preview-7');
      return found && store.remove(found, now);
    },
    referenced: (store) => store.referenced([`previews/u-1/${'0'.repeat(64)}.mp3`]),
    hasAny: (store) => store.hasAny('u-40'),
  },
};

const claimed = (now: Date) => ({ ...preview(now), state: 'making' as const, attempts: 1, holder: 'holder' });

const previewLimit: StoreCases<PreviewLimit> = {
  file: 'server/features/voices/previews/preview-limit-store.ts',
  open: ({ connection }) => {
    createPreviewCountModel(connection);
    return createPreviewLimit(connection);
  },
  calls: {
    attempt: (limit) => limit.attempt('u-7'),
    take: (limit) => limit.take('u-7'),
    refund: (limit) => limit.refund('u-7'),
    erase: (limit) => limit.erase('u-8'),
  },
};

export const voiceCalls = [
  ...callsOf(voices),
  ...callsOf(clones),
  ...callsOf(uploadForms),
  ...callsOf(previews),
  ...callsOf(previewLimit),
  ...callsOf(recordingKeys),
  ...callsOf(objectSweeps),
];
