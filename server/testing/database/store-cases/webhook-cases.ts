import { DAY_MS } from '#shared/time-units.ts';
import {
  createDeliveryModel,
  DeliveryStore,
  type DeliveryRecord,
} from '#server/features/webhooks/delivery/delivery-store.ts';
import { createLaneModel, LaneStore, type HeldLane } from '#server/features/webhooks/delivery/lane-store.ts';
import {
  createEndpointModel,
  EndpointStore,
  type EndpointRecord,
} from '#server/features/webhooks/endpoints/endpoint-store.ts';
import { createCursorModel, CursorStore } from '#server/features/webhooks/events/cursor-store.ts';
import { after, callsOf, type PlannedCall, type StoreCases } from './store-cases.ts';

const endpoint = (at: Date): EndpointRecord => ({
  _id: 'endpoint-3',
  uid: 'u-3',
  slot: 0,
  url: 'https://example.com/',
  description: '',
  events: [],
  secrets: [{ sealed: 'sealed', since: at }],
  createdAt: at,
  mailDueAt: at,
});

const endpoints: StoreCases<EndpointStore> = {
  file: 'server/features/webhooks/endpoints/endpoint-store.ts',
  open: ({ connection }) => new EndpointStore(createEndpointModel(connection)),
  calls: {
    insert: (store, { now }) => store.insert({ ...endpoint(now), _id: 'endpoint-new', uid: 'u-new' }),
    ofUser: (store) => store.ofUser('u-1'),
    enabledOf: (store) => store.enabledOf('u-1'),
    find: (store) => store.find('endpoint-1'),
    findOwned: (store) => store.findOwned('u-1', 'endpoint-1'),
    change: (store) => store.change('u-1', 'endpoint-1', { description: 'CRM' }, { isMoved: true }),
    enable: (store, { now }) => store.enable('u-1', 'endpoint-1', now),
    disable: (store, { now }) => store.disable('u-2', 'endpoint-2', now),
    disableFailing: (store, { now }) =>
      store.disableFailing({ _id: 'endpoint-4', failingSince: now }, now, 'failing'),
    countFailure: (store, { now }) =>
      store.countFailure({ ...endpoint(now), _id: 'endpoint-5' }, now, { quietUntil: now }),
    pause: (store, { now }) => store.pause({ ...endpoint(now), _id: 'endpoint-5' }, after(now)),
    endPause: (store) => store.endPause('endpoint-5'),
    nextSequence: (store) => store.nextSequence('endpoint-5', 3),
    recordSuccess: (store, { now }) =>
      store.recordSuccess({ ...endpoint(now), _id: 'endpoint-5' }, after(now)),
    replaceSecrets: (store, { now }) => store.replaceSecrets(endpoint(now), endpoint(now).secrets),
    sealedWith: (store) => store.sealedWith('older.', 10),
    claimMail: (store, { now }) => store.claimMail(now, after(now)),
    mailed: (store, { now }) => store.mailed(endpoint(now)),
    remove: (store) => store.remove('u-6', 'endpoint-6'),
    erase: (store) => store.erase('u-7'),
  },
};

const delivery = (at: Date): DeliveryRecord => ({
  _id: 'delivery-new',
  endpointId: 'endpoint-0',
  uid: 'u-0',
  eventId: 'evt_new',
  type: 'credits.low',
  laneId: 'lane-new',
  seq: 1,
  status: 'pending',
  createdAt: at,
  nextAt: at,
  attempts: 0,
  failures: 0,
  recent: [],
  expiresAt: new Date(at.getTime() + DAY_MS),
});

const deliveries: StoreCases<DeliveryStore> = {
  file: 'server/features/webhooks/delivery/delivery-store.ts',
  open: ({ connection }) => new DeliveryStore(createDeliveryModel(connection)),
  calls: {
    insert: (store, { now }) => store.insert([delivery(now)]),
    statusesOf: (store) => store.statusesOf(['delivery-1', 'delivery-none']),
    nextOf: (store) => store.nextOf('lane-0'),
    page: async (store, { now }) => {
      const after = { at: new Date(now.getTime() - 5_000_000), key: 'delivery-50' };
      await store.page('endpoint-0', { limit: 10 });
      await store.page('endpoint-0', { after, limit: 10 });
      await store.page('endpoint-0', { status: 'failed', after, limit: 10 });
    },
    find: (store) => store.find('endpoint-0', 'delivery-1'),
    recordAttempt: (store, { now }) =>
      store.recordAttempt({ _id: 'delivery-2', attempts: 0 }, { at: now, ms: 5 }, { status: 'pending' }),
    endedIn: async (store, { now: to }) => {
      const range = { from: new Date(to.getTime() - 5_000_000), to };
      await store.endedIn('endpoint-0', range, 10);
      await store.endedIn('endpoint-0', { ...range, status: 'failed' }, 10);
    },
    replay: (store, { now }) =>
      store.replay(['delivery-3'], { endpointId: 'endpoint-0', replay: 'r', laneId: 'lane-3', now }),
    waitingIn: (store) => store.waitingIn('lane-1'),
    countReplayed: (store) => store.countReplayed('endpoint-0', 'r'),
    makeDue: (store, { now }) => store.makeDue('endpoint-0', 'delivery-4', now),
    restart: (store, { now }) => store.restart('endpoint-101', now),
    eraseBodies: (store) => store.eraseBodies('u-101', 'c-101'),
    removeOf: (store) => store.removeOf('endpoint-103'),
    erase: (store) => store.erase('u-105'),
  },
};

const held = (at: Date): HeldLane => ({
  _id: 'lane-2',
  endpointId: 'endpoint-2',
  uid: 'u-2',
  added: 1,
  holder: 'h',
  expiresAt: at,
});

const lanes: StoreCases<LaneStore> = {
  file: 'server/features/webhooks/delivery/lane-store.ts',
  open: ({ connection }) => new LaneStore(createLaneModel(connection)),
  calls: {
    nextDue: (store) => store.nextDue(),
    added: (store, { now }) =>
      store.added(
        { _id: 'lane-1', endpointId: 'endpoint-1', uid: 'u-1' },
        now,
        new Date(now.getTime() + DAY_MS),
      ),
    claim: (store, { now }) =>
      store.claim(
        now,
        { endpoints: [], users: [] },
        { holder: 'h', until: new Date(now.getTime() + 30_000) },
      ),
    renew: (store, { now }) => store.renew(held(now), after(now)),
    release: (store, { now }) => store.release(held(now), after(now)),
    leave: (store, { now }) => store.leave(held(now)),
    restart: (store, { now }) => store.restart('endpoint-5', now),
    postpone: (store, { now }) => store.postpone('endpoint-5', after(now)),
    resume: (store, { now }) => store.resume('endpoint-5', now, after(now)),
    removeOf: (store) => store.removeOf('endpoint-6'),
    erase: (store) => store.erase('u-7'),
  },
};

const cursors: StoreCases<CursorStore> = {
  file: 'server/features/webhooks/events/cursor-store.ts',
  open: ({ connection }) => new CursorStore(createCursorModel(connection)),
  calls: {
    begin: (store, { now: at }) => {
      const from = { dueAt: at, campaignsFrom: at, suppressionsFrom: at, creditVersion: 0, available: 0 };
      return store.begin({ _id: 'u-new', streamId: 's-new', ...from });
    },
    find: (store) => store.find('u-1'),
    claim: (store, { now }) => store.claim(now, new Date(now.getTime() + 10_000)),
    advance: (store, { now }) => store.advance('u-1', { campaignsFrom: now }),
    advanceCredits: (store) => store.advanceCredits('u-1', 0, { creditVersion: 1, available: 5 }),
    erase: (store) => store.erase('u-7'),
  },
};

/** The stores of webhooks. */
export const webhookCalls: PlannedCall[] = [
  ...callsOf(endpoints),
  ...callsOf(deliveries),
  ...callsOf(lanes),
  ...callsOf(cursors),
];
