import { ApiKeyStore, createApiKeyModel } from '#server/api-keys/api-key-store.ts';
import {
  createRequestKeyModel,
  RequestKeyStore,
  type RequestKeyDocument,
} from '#server/request-keys/request-key-store.ts';
import {
  createPreviewCountModel,
  createPreviewLimit,
  type PreviewLimit,
} from '#server/previews/preview-limit-store.ts';
import { createPreviewModel, PreviewStore } from '#server/previews/preview-store.ts';
import { createTestPhoneModel, TestPhoneStore } from '#server/campaigns/test-drops/test-phone-store.ts';
import { createOptOutWebhookModel, OptOutWebhookStore } from '#server/opt-outs/webhook/webhook-store.ts';
import { createRemovalModel, RemovalStore } from '#server/suppressions/removal-store.ts';
import { CallLogStore, createCallLogModel } from '#server/calling/call-log/call-log-store.ts';
import { CallingProfileStore, createCallingProfileModel } from '#server/calling/profile/profile-store.ts';
import { createSuppressionModel, SuppressionStore } from '#server/suppressions/suppression-store.ts';
import {
  createVoiceModel,
  type VoiceRecord,
  createVoiceStore,
  type VoiceStore,
} from '#server/voices/voice-store.ts';
import { createCloneStore, type CloneStore } from '#server/voices/cloning/clone-store.ts';
import { createRecordingKeyStore, type RecordingKeyStore } from '#server/voices/recording-key-store.ts';
import { createObjectSweepModel, ObjectSweepStore } from '#server/retention/object-sweep-store.ts';
import { createUploadFormStore, type UploadFormStore } from '#server/voices/upload-form-store.ts';
import { OWNER } from '../known-ids.ts';
import { callsOf, type StoreCases } from './store-cases.ts';

const loggedCall = (phone: string) => ({ attemptId: 'attempt', phone, limits: [{ calls: 3, days: 7 }] });

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
  file: 'server/voices/voice-store.ts',
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
  file: 'server/voices/cloning/clone-store.ts',
  open: ({ connection }) => createCloneStore(createVoiceModel(connection)),
  calls: {
    claim: (store, { now }) =>
      store.claim('v-4', { lease: 'lease', now, leaseUntil: new Date(now.getTime() + 1), early: false }),
    renew: (store, { now }) => store.renew('v-4', 'lease', now),
    end: (store) => store.end('v-4', 'lease', { kind: 'failed', failure: 'Refused' }),
    retry: (store, { now }) => store.retry('v-4', now),
    due: (store, { now }) => store.due(now, 20),
  },
};

const recordingKeys: StoreCases<RecordingKeyStore> = {
  file: 'server/voices/recording-key-store.ts',
  open: ({ connection }) => createRecordingKeyStore(createVoiceModel(connection)),
  calls: {
    named: (store) => store.named(['uploads/u-1/v4.mp3', 'voices/u-1/v5-0a.mp3']),
  },
};

const objectSweeps: StoreCases<ObjectSweepStore> = {
  file: 'server/retention/object-sweep-store.ts',
  open: ({ connection }) => new ObjectSweepStore(createObjectSweepModel(connection)),
  calls: {
    claim: (store, { now }) => store.claim(now, now),
    advance: (store, { now }) => store.advance({ _id: 'objects', database: 'd', dueAt: now }, undefined, now),
  },
};

const uploadForms: StoreCases<UploadFormStore> = {
  file: 'server/voices/upload-form-store.ts',
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
  file: 'server/previews/preview-store.ts',
  open: ({ connection }) => new PreviewStore(createPreviewModel(connection)),
  calls: {
    byId: (store) => store.byId('preview-4'),
    insert: (store, { now }) => store.insert(preview(now)),
    restart: async (store, { now }) => {
      const found = await store.byId('preview-6');
      return found && store.restart(found, { ...preview(now), _id: 'preview-6' });
    },
    claim: (store, { now }) => store.claim('preview-5', now, now, 'worker'),
    renew: (store, { now }) => store.renew({ ...claimed(now), _id: 'preview-9' }, now),
    finish: (store, { now }) =>
      store.finish({ ...claimed(now), _id: 'preview-9' }, { reason: 'x', dueAt: now }),
    bySpoken: (store) => store.bySpoken('spoken-8'),
    toMake: (store, { now }) => store.toMake(now, 20),
    toErase: (store, { now }) => store.toErase(now, 20),
    expire: async (store) => {
      const found = await store.byId('preview-8');
      return found && store.expire(found);
    },
    erase: async (store, { now }) => {
      await store.erase({ userId: 'u-30' }, now, now);
      await store.erase({ userId: 'u-31', voiceId: 'v-31' }, now, now);
    },
    erased: async (store, { now }) => {
      await store.erased({ userId: 'u-3' }, now, 20);
      await store.erased({ userId: 'u-3', voiceId: 'v-3' }, now, 20);
    },
    remove: async (store) => {
      const found = await store.byId('preview-7');
      return found && store.remove(found);
    },
    named: (store) => store.named([`previews/u-1/${'0'.repeat(64)}.mp3`]),
    hasAny: (store) => store.hasAny('u-40'),
  },
};

const claimed = (now: Date) => ({ ...preview(now), state: 'making' as const, attempts: 1, holder: 'holder' });

const previewLimit: StoreCases<PreviewLimit> = {
  file: 'server/previews/preview-limit-store.ts',
  open: ({ connection }) => {
    createPreviewCountModel(connection);
    return createPreviewLimit(connection);
  },
  calls: {
    attempt: (limit) => limit.attempt('u-7'),
    take: (limit) => limit.take('u-7'),
    release: (limit) => limit.release('u-7'),
    erase: (limit) => limit.erase('u-8'),
  },
};

const requestKey = (at: Date): RequestKeyDocument => ({
  _id: 'key-1',
  attempt: 'try-1',
  digest: 'd',
  ids: {},
  leaseUntil: at,
  at,
});

const requestKeys: StoreCases<RequestKeyStore> = {
  file: 'server/request-keys/request-key-store.ts',
  open: ({ connection }) => new RequestKeyStore(createRequestKeyModel(connection)),
  calls: {
    claim: (store, { now }) => store.claim(requestKey(now)),
    replace: (store, { now }) => store.replace(requestKey(now), { ...requestKey(now), attempt: 'try-2' }),
    statusOf: (store) => store.statusOf(OWNER, 'key-1'),
    markMisused: (store, { now }) => store.markMisused(requestKey(now)),
    finish: (store, { now }) => store.finish(requestKey(now), {}),
    release: (store, { now }) => store.release(requestKey(now)),
    erase: (store) => store.erase('u-7'),
  },
};

const callLog: StoreCases<CallLogStore> = {
  file: 'server/calling/call-log/call-log-store.ts',
  open: ({ connection }) => new CallLogStore(createCallLogModel(connection)),
  calls: {
    record: (store, { now }) =>
      store.record(OWNER, [loggedCall('12025000001'), loggedCall('12025999999')], now),
    remove: (store) => store.remove(OWNER, [loggedCall('12025000002')]),
    reached: (store, { now }) => store.reached(OWNER, [loggedCall('12025000001')], now),
    erase: (store) => store.erase('u-3'),
  },
};

const suppressions: StoreCases<SuppressionStore> = {
  file: 'server/suppressions/suppression-store.ts',
  open: ({ connection }) => new SuppressionStore(createSuppressionModel(connection)),
  calls: {
    add: (store, { now }) => store.add([{ userId: OWNER, phone: '12025559999', source: 'added', at: now }]),
    addedSince: (store, { now }) => store.addedSince(OWNER, new Date(now.getTime() - 5_000_000), 10),
    count: async (store) => {
      await store.count(OWNER);
      await store.count(OWNER, '202');
    },
    removeAdded: (store) => store.removeAdded(OWNER, ['12025000008', '12025000009']),
    addRequests: (store, { now: at }) =>
      store.addRequests([{ userId: OWNER, phone: '12025559998', source: 'stop page', at }]),
    find: (store) => store.find(OWNER, '12025000006'),
    remove: (store, { now: at }) =>
      store.remove({ userId: OWNER, phone: '12025000007', source: 'added', at }),
    erase: (store) => store.erase('u-3'),
    among: (store) => store.among(OWNER, ['12025000001', '12025000002', '13335550000']),
    notToCall: (store) => store.notToCall(OWNER, ['12025000001', '12025000002', '13335550000']),
    page: async (store, { now }) => {
      await store.page(OWNER, { digits: '', limit: 10 });
      const after = { at: new Date(now.getTime() - 5_000_000), key: '12025005000' };
      await store.page(OWNER, { digits: '', after, limit: 10 });
      await store.page(OWNER, { digits: '202', after, limit: 10 });
    },
  },
};

const removals: StoreCases<RemovalStore> = {
  file: 'server/suppressions/removal-store.ts',
  open: ({ connection }) => new RemovalStore(createRemovalModel(connection)),
  calls: {
    record: (store, { now: at }) => {
      const entry = { userId: OWNER, phone: '12025559999', source: 'added' as const, addedAt: at };
      return store.record({ _id: 'removal-new', ...entry, at, viaApiKey: false, network: '127.0.0.1' });
    },
    page: async (store, { now }) => {
      await store.page(OWNER, { limit: 10 });
      const after = { at: new Date(now.getTime() - 5_000_000), key: 'removal-5000' };
      await store.page(OWNER, { after, limit: 10 });
    },
    erase: (store) => store.erase('u-3'),
  },
};

const callingProfiles: StoreCases<CallingProfileStore> = {
  file: 'server/calling/profile/profile-store.ts',
  open: ({ connection }) => new CallingProfileStore(createCallingProfileModel(connection)),
  calls: {
    of: (store) => store.of('u-1'),
    ownerOf: (store) => store.ownerOf('business-4'),
    change: (store) => store.change('u-6', { callbackNumber: '12025559999', callLimit: undefined }),
    nameStopPage: (store) => store.nameStopPage('u-7', 'business-7'),
    setTestPhone: (store) => store.setTestPhone('u-8', '12025550143'),
    erase: (store) => store.erase('u-9'),
  },
};

const optOutWebhooks: StoreCases<OptOutWebhookStore> = {
  file: 'server/opt-outs/webhook/webhook-store.ts',
  open: ({ connection }) => new OptOutWebhookStore(createOptOutWebhookModel(connection)),
  calls: {
    of: (store) => store.of('u-1'),
    byToken: (store) => store.byToken('token-7'),
    renew: (store, { now }) => store.renew('u-2', 'sealed-2', now),
    sealedWith: (store) => store.sealedWith('sealed-none', 10),
    reseal: (store) => store.reseal('u-4', 'sealed-4', 'sealed-again'),
    erase: (store) => store.erase('u-5'),
  },
};

const testPhones: StoreCases<TestPhoneStore> = {
  file: 'server/campaigns/test-drops/test-phone-store.ts',
  open: ({ connection }) => new TestPhoneStore(createTestPhoneModel(connection)),
  calls: {
    put: (store, { now: expiresAt }) =>
      store.put({ _id: 'u-1', phone: '12025550143', codeHash: 'hash', expiresAt, tries: 0 }),
    of: (store, { now }) => store.of('u-2', now),
    countTry: (store, { now }) => store.countTry('u-3', now, 5),
    erase: (store) => store.erase('u-4'),
  },
};

const apiKey = (createdAt: Date) => ({
  _id: 'api-key-new',
  uid: 'u-none',
  streamId: 's-none',
  name: 'New',
  prefix: 'hark_',
  scope: 'full' as const,
  createdAt,
});

const apiKeys: StoreCases<ApiKeyStore> = {
  file: 'server/api-keys/api-key-store.ts',
  open: ({ connection }) => new ApiKeyStore(createApiKeyModel(connection)),
  calls: {
    insert: (store, { now }) => store.insert(apiKey(now), 'secret'),
    ofUser: (store) => store.ofUser('u-1'),
    bySecret: (store, { now }) => store.bySecret(`hark_${'x'.repeat(43)}`, now),
    revoke: (store) => store.revoke('u-1', 'api-key-21'),
    revokeAll: (store) => store.revokeAll('u-2'),
    recordUse: (store, { now }) => store.recordUse({ ...apiKey(now), slot: 0, hash: 'h' }, now, '127.0.0.1'),
  },
};

export const userDataCalls = [
  ...callsOf(voices),
  ...callsOf(clones),
  ...callsOf(uploadForms),
  ...callsOf(previews),
  ...callsOf(previewLimit),
  ...callsOf(recordingKeys),
  ...callsOf(objectSweeps),
  ...callsOf(requestKeys),
  ...callsOf(callLog),
  ...callsOf(suppressions),
  ...callsOf(removals),
  ...callsOf(optOutWebhooks),
  ...callsOf(testPhones),
  ...callsOf(callingProfiles),
  ...callsOf(apiKeys),
];
