import type { Connection } from 'mongoose';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import type { Clock } from '#server/lib/clock.ts';
import type { ApiKeyCaller, ApiKeyName, ApiKeys, RequestQuota } from './api.ts';
import { ApiKeyStore, createApiKeyModel, isExpired, type ApiKeyRecord } from './api-key-store.ts';
import { createApiKeysRouter } from './api-keys-router.ts';
import { createRequestCountModel, REQUEST_COUNTS } from './request-count-model.ts';

/** Requests of a key per minute, across all processes. */
const REQUESTS_PER_MINUTE = 600;
const WINDOW_SECONDS = 60;

/** Creates API keys: procedures for the profile page, and their lookup for the HTTP server. */
export function createApiKeysFeature({ connection, clock }: { connection: Connection; clock: Clock }) {
  const model = createApiKeyModel(connection);
  const store = new ApiKeyStore(model);
  const limiter = new RateLimiterMongo({
    storeClient: connection,
    tableName: REQUEST_COUNTS,
    keyPrefix: 'api-key',
    points: REQUESTS_PER_MINUTE,
    duration: WINDOW_SECONDS,
    disableIndexesCreation: true,
  });
  const apiKeys: ApiKeys = {
    async find(secret) {
      const key = await store.bySecret(secret, clock.now());
      return key && callerOf(key);
    },
    async use(secret, from) {
      const key = await store.bySecret(secret, clock.now());
      if (key === undefined) return undefined;
      const quota = await consume(limiter, key._id);
      await store.recordUse(key, clock.now(), from);
      return { caller: callerOf(key), quota };
    },
  };
  return {
    router: createApiKeysRouter({ store, clock }),
    apiKeys,
    /** Returns the names of the user's keys that have not expired, newest first. */
    async validNames(uid: string): Promise<ApiKeyName[]> {
      const keys = (await store.ofUser(uid)).filter((key) => !isExpired(key, clock.now()));
      return keys.map(({ name, prefix }) => ({ name, prefix }));
    },
    models: [model, createRequestCountModel(connection)] as const,
  };
}

function callerOf({ uid, streamId, scope }: ApiKeyRecord): ApiKeyCaller {
  return { uid, streamId, scope };
}

async function consume(limiter: RateLimiterMongo, id: string): Promise<RequestQuota> {
  const result = await limiter.consume(id).catch((error: unknown) => {
    if (error instanceof RateLimiterRes) return error;
    throw error;
  });
  return {
    limit: REQUESTS_PER_MINUTE,
    remaining: Math.max(0, result.remainingPoints),
    resetSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
    exceeded: result.consumedPoints > REQUESTS_PER_MINUTE,
  };
}
