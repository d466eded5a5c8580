import { ApiKeyStore, createApiKeyModel } from '#server/features/auth/api-keys/api-key-store.ts';
import {
  createIdempotencyKeyModel,
  IdempotencyKeyStore,
  type IdempotencyKeyDocument,
} from '#server/platform/idempotency/idempotency-key-store.ts';
import { OWNER } from '../known-ids.ts';
import { callsOf, type StoreCases } from './store-cases.ts';

const idempotencyKey = (at: Date): IdempotencyKeyDocument => ({
  _id: 'key-1',
  attempt: 'try-1',
  digest: 'd',
  ids: {},
  leaseUntil: at,
  at,
});

const idempotencyKeys: StoreCases<IdempotencyKeyStore> = {
  file: 'server/platform/idempotency/idempotency-key-store.ts',
  open: ({ connection }) => new IdempotencyKeyStore(createIdempotencyKeyModel(connection)),
  calls: {
    claim: (store, { now }) => store.claim(idempotencyKey(now)),
    replace: (store, { now }) =>
      store.replace(idempotencyKey(now), { ...idempotencyKey(now), attempt: 'try-2' }),
    statusOf: (store) => store.statusOf(OWNER, 'key-1'),
    idsOf: (store) => store.idsOf(OWNER, 'key-1'),
    markMisused: (store, { now }) => store.markMisused(idempotencyKey(now)),
    finish: (store, { now }) => store.finish(idempotencyKey(now), {}),
    release: (store, { now }) => store.release(idempotencyKey(now)),
    erase: (store) => store.erase('u-7'),
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
  file: 'server/features/auth/api-keys/api-key-store.ts',
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

export const requestCalls = [...callsOf(idempotencyKeys), ...callsOf(apiKeys)];
