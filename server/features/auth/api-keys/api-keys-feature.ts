import type { Connection } from 'mongoose';
import { erases } from '#server/platform/module/erasure-step.ts';
import { API_KEY_REQUESTS_A_MINUTE } from '#shared/schemas/account/api-keys.ts';
import { HOUR_SECONDS } from '#shared/time-units.ts';
import type { AccountEvents } from '#server/features/account/events/api.ts';
import type { Users } from '#server/features/auth/api.ts';
import { createBackgroundTasks } from '#server/platform/lib/concurrency/background-tasks.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import { modelOfCounts, createRateLimiter } from '#server/platform/lib/mongodb/rate-limiter.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import type { Client } from '#server/platform/trpc/context.ts';
import type { Mailer } from '#server/providers/mail/port.ts';
import type { ApiKeyCaller, ApiKeyName, ApiKeys } from '#server/platform/http/sessions/api-keys.ts';
import { ApiKeyStore, createApiKeyModel, isExpired, scopeOf, type ApiKeyRecord } from './api-key-store.ts';
import { createApiKeysRouter } from './api-keys-router.ts';
import { keySections } from './export-keys.ts';
import { newKeyMail } from './new-key-mail.ts';

const REQUEST_COUNTS = { model: 'ApiKeyRequests', collection: 'api_key_requests' };
/** Requests of a key per minute, across all processes. */
const REQUEST_LIMIT = { name: 'api-key', attempts: API_KEY_REQUESTS_A_MINUTE, seconds: 60 };
/** Mails about new keys, by user. */
const MAIL_LIMIT = { name: 'api-key-mail', attempts: 5, seconds: HOUR_SECONDS };

/** What API keys need of the app. */
interface ApiKeyNeeds {
  connection: Connection;
  clock: Clock;
  log: Logger;
  mails: { mailer: Mailer };
  users: Pick<Users, 'byUid'>;
  accountEvents: { events: AccountEvents };
  /** Base URL of mailed links, without a trailing slash. */
  publicUrl: string;
}

/** Creates API keys: procedures for the profile page, and their lookup for the HTTP server. */
export function createApiKeysFeature(app: ApiKeyNeeds) {
  const { connection, clock, log, users, publicUrl } = app;
  const { mailer } = app.mails;
  const { events } = app.accountEvents;
  const background = createBackgroundTasks(log);
  const model = createApiKeyModel(connection);
  const store = new ApiKeyStore(model);
  const limiter = createRateLimiter(connection, REQUEST_COUNTS.collection, REQUEST_LIMIT, {
    fromMemory: true,
  });
  const mailLimiter = createRateLimiter(connection, REQUEST_COUNTS.collection, MAIL_LIMIT);
  const notifyOwner = (uid: string, keyName: string) => {
    background.run('send API key notice', async () => {
      const user = await users.byUid(uid);
      if (user === undefined || (await mailLimiter.take(uid)) > 0) return;
      await mailer.send(newKeyMail(user, keyName, publicUrl));
    });
  };
  const erase = async (uid: string) => {
    await store.revokeAll(uid);
    await mailLimiter.clear(uid);
  };
  const apiKeys: ApiKeys = {
    async find(secret) {
      const key = await store.bySecret(secret, clock.now());
      return key && callerOf(key);
    },
    async use(secret, from) {
      const key = await store.bySecret(secret, clock.now());
      if (key === undefined) return undefined;
      const quota = await limiter.count(key._id);
      // First, so that a process that dies here records it with the next use.
      if (key.lastUsedAt === undefined) await recordFirstUse(events, key, from);
      await store.recordUse(key, clock.now(), from.network);
      return { caller: callerOf(key), quota };
    },
  };
  return {
    router: createApiKeysRouter({ store, clock, events, notifyOwner }),
    apiKeys,
    /** Returns the names of the user's keys that have not expired, newest first. */
    async validNames(uid: string): Promise<ApiKeyName[]> {
      const keys = (await store.ofUser(uid)).filter((key) => !isExpired(key, clock.now()));
      return keys.map(({ name, prefix }) => ({ name, prefix }));
    },
    /** Returns the keys of a user, newest first. */
    ofUser: (uid: string) => store.ofUser(uid),
    exported: { sections: keySections(store) },
    /** Revokes all keys of a user. */
    revokeAll: (uid: string) => store.revokeAll(uid),
    erasure: [{ ...erases('API keys', ({ uid }) => erase(uid)), atOnce: true as const }],
    /** Resolves when no background mail is being sent. */
    idle: () => background.idle(),
    models: [model, modelOfCounts(connection, REQUEST_COUNTS)] as const,
  };
}

function callerOf(key: ApiKeyRecord): ApiKeyCaller {
  const { uid, streamId, areas } = key;
  return { uid, streamId, scope: scopeOf(key), areas };
}

/** Records the first use of a key, once. */
function recordFirstUse(
  events: AccountEvents,
  { _id, uid, name }: ApiKeyRecord,
  client: Pick<Client, 'network' | 'userAgent'>,
): Promise<void> {
  return events.record({ uid, type: 'api_key_first_used', client, detail: { name }, key: _id });
}
