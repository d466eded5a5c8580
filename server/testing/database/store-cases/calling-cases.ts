import {
  createTestPhoneModel,
  TestPhoneStore,
} from '#server/features/campaigns/test-drops/test-phone-store.ts';
import {
  createOptOutWebhookModel,
  OptOutWebhookStore,
} from '#server/features/do-not-call/opt-outs/webhook/webhook-store.ts';
import { createRemovalModel, RemovalStore } from '#server/features/do-not-call/suppressions/removal-store.ts';
import { CallLogStore, createCallLogModel } from '#server/features/calling/call-log/call-log-store.ts';
import {
  CallingProfileStore,
  createCallingProfileModel,
} from '#server/features/calling/profile/profile-store.ts';
import {
  CallingStopStore,
  createCallingStopModel,
} from '#server/features/calling/stop/calling-stop-store.ts';
import { createRoomModel, RoomStore } from '#server/features/do-not-call/suppressions/room-store.ts';
import { createSuppressionModel } from '#server/features/do-not-call/suppressions/suppression-model.ts';
import { SuppressionStore } from '#server/features/do-not-call/suppressions/suppression-store.ts';
import { systemClock } from '#server/platform/lib/clock.ts';
import { OWNER } from '../known-ids.ts';
import { callsOf, type StoreCases } from './store-cases.ts';

const loggedCall = (phone: string) => ({ attemptId: 'attempt', phone, limits: [{ calls: 3, days: 7 }] });

const callLog: StoreCases<CallLogStore> = {
  file: 'server/features/calling/call-log/call-log-store.ts',
  open: ({ connection }) => new CallLogStore(createCallLogModel(connection)),
  calls: {
    record: (store, { now }) =>
      store.record(OWNER, [loggedCall('12025000001'), loggedCall('12025999999')], now),
    listCalled: (store) => store.listCalled(OWNER, [loggedCall('12025000001')]),
    remove: (store) => store.remove(OWNER, [loggedCall('12025000002')], new Date()),
    reached: (store, { now }) => store.reached(OWNER, [loggedCall('12025000001')], now),
    erase: (store) => store.erase('u-3'),
  },
};

const switched = (at: Date) => ({ at, by: 'ana', reason: 'The carrier asked for it' });

const callingStops: StoreCases<CallingStopStore> = {
  file: 'server/features/calling/stop/calling-stop-store.ts',
  open: ({ connection }) => new CallingStopStore(createCallingStopModel(connection)),
  calls: {
    current: (store) => store.current(),
    stop: (store, { now }) => store.stop(switched(now)),
    resume: (store, { now }) => store.resume(switched(now)),
  },
};

const suppressions: StoreCases<SuppressionStore> = {
  file: 'server/features/do-not-call/suppressions/suppression-store.ts',
  open: ({ connection }) => new SuppressionStore(createSuppressionModel(connection)),
  calls: {
    add: (store, { now }) => store.add([{ userId: OWNER, phone: '12025559999', source: 'added', at: now }]),
    entriesOf: (store) => store.entriesOf(OWNER, ['12025559999']),
    addedSince: (store, { now }) => store.addedSince(OWNER, new Date(now.getTime() - 5_000_000), 10),
    count: async (store) => {
      await store.count(OWNER);
      await store.count(OWNER, '202');
    },
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
  file: 'server/features/do-not-call/suppressions/removal-store.ts',
  open: ({ connection }) => new RemovalStore(createRemovalModel(connection)),
  calls: {
    record: (store, { now: at }) => {
      const entry = { userId: OWNER, phone: '12025559999', source: 'added' as const, addedAt: at };
      return store.record({ _id: 'removal-new', ...entry, at, viaApiKey: false, network: '127.0.0.1' });
    },
    since: (store, { now }) => store.since(OWNER, new Date(now.getTime() - 5_000_000), 10),
    page: async (store, { now }) => {
      await store.page(OWNER, { limit: 10 });
      const after = { at: new Date(now.getTime() - 5_000_000), key: 'removal-5000' };
      await store.page(OWNER, { after, limit: 10 });
    },
    erase: (store) => store.erase('u-3'),
  },
};

const rooms: StoreCases<RoomStore> = {
  file: 'server/features/do-not-call/suppressions/room-store.ts',
  open: ({ connection }) => new RoomStore(createRoomModel(connection), systemClock),
  calls: {
    reserve: async (store) => {
      const asked = { wanted: 2, limit: 10, count: () => Promise.resolve(0) };
      for (const uid of ['u-1', 'u-1', 'u-new']) {
        const room = await store.reserve(uid, asked);
        if (room === 'busy' || 'listed' in room) throw new Error('the list is full');
        await room.renew();
        if (uid === 'u-new') await room.end(1);
      }
    },
    erase: (store) => store.erase('u-3'),
  },
};

const callingProfiles: StoreCases<CallingProfileStore> = {
  file: 'server/features/calling/profile/profile-store.ts',
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
  file: 'server/features/do-not-call/opt-outs/webhook/webhook-store.ts',
  open: ({ connection }) => new OptOutWebhookStore(createOptOutWebhookModel(connection)),
  calls: {
    of: (store) => store.of('u-1'),
    byToken: (store) => store.byToken('token-7'),
    async renew(store, { now }) {
      await store.renew('u-2', 'sealed-2', 'sealed again', now);
      await store.renew('u-new', undefined, 'sealed', now);
    },
    sealedWith: (store) => store.sealedWith('sealed-none', 10),
    reseal: (store) => store.reseal('u-4', 'sealed-4', 'sealed-again'),
    erase: (store) => store.erase('u-5'),
  },
};

const testPhones: StoreCases<TestPhoneStore> = {
  file: 'server/features/campaigns/test-drops/test-phone-store.ts',
  open: ({ connection }) => new TestPhoneStore(createTestPhoneModel(connection)),
  calls: {
    put: (store, { now: expiresAt }) =>
      store.put({ _id: 'u-1', phone: '12025550143', codeHash: 'hash', expiresAt, tries: 0 }),
    of: (store, { now }) => store.of('u-2', now),
    countTry: (store, { now }) => store.countTry('u-3', now, 5),
    erase: (store) => store.erase('u-4'),
  },
};

export const callingCalls = [
  ...callsOf(callLog),
  ...callsOf(callingStops),
  ...callsOf(suppressions),
  ...callsOf(rooms),
  ...callsOf(removals),
  ...callsOf(optOutWebhooks),
  ...callsOf(testPhones),
  ...callsOf(callingProfiles),
];
