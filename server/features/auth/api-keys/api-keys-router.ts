import {
  API_KEY_PREFIX,
  apiKeyRef,
  apiKeysOutput,
  createApiKeyInput,
  createdApiKeyOutput,
  MAX_API_KEYS,
  revokedApiKeyOutput,
  type ApiKeyView,
} from '#shared/schemas/account/api-keys.ts';
import { DAY_MS } from '#shared/time-units.ts';
import type { AccountEvents } from '#server/features/account/events/api.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import { AppError, notFound } from '#server/platform/lib/errors.ts';
import { newId, newSecret } from '#server/platform/lib/secrets/ids.ts';
import { undoUnlessSignedIn } from '#server/platform/trpc/context.ts';
import { protectedProcedure, recentProcedure, router } from '#server/platform/trpc/trpc.ts';
import { isExpired, scopeOf, type ApiKeyRecord, type ApiKeyStore } from './api-key-store.ts';

const SHOWN_CHARACTERS = 7;

interface ApiKeysRouterDeps {
  store: ApiKeyStore;
  clock: Clock;
  events: AccountEvents;
  /** Mails the user, after the response, that a key was created. */
  notifyOwner(uid: string, keyName: string): void;
}

/** Procedures on the caller's API keys; tRPC only, so that no API key reaches them. */
export function createApiKeysRouter({ store, clock, events, notifyOwner }: ApiKeysRouterDeps) {
  return router({
    list: protectedProcedure.output(apiKeysOutput).query(async ({ ctx: { user } }) => {
      const keys = await store.ofUser(user.uid);
      return { api_keys: keys.map((key) => present(key, clock.now())) };
    }),

    /** Creates a key and returns it; its secret cannot be read again. */
    create: recentProcedure
      .input(createApiKeyInput)
      .output(createdApiKeyOutput)
      .mutation(async ({ ctx, input: { name, scope, areas, expires_in_days: days } }) => {
        const { user, client } = ctx;
        const secret = `${API_KEY_PREFIX}${newSecret()}`;
        const createdAt = clock.now();
        const key = {
          _id: newId(),
          uid: user.uid,
          streamId: user.streamId,
          name,
          ...(scope === 'prepare' ? { scope: 'read' as const, prepares: true } : { scope }),
          ...(areas.length > 0 && { areas }),
          prefix: secret.slice(0, API_KEY_PREFIX.length + SHOWN_CHARACTERS),
          createdAt,
          ...(days !== null && { expiresAt: new Date(createdAt.getTime() + days * DAY_MS) }),
        };
        if (!(await store.insert(key, secret))) {
          throw new AppError(
            'LIMIT_REACHED',
            `You can have ${String(MAX_API_KEYS)} API keys. Revoke one that you no longer use.`,
          );
        }
        await undoUnlessSignedIn(ctx, () => store.revoke(user.uid, key._id));
        await events.record({ uid: user.uid, type: 'api_key_created', client, detail: { name } });
        notifyOwner(user.uid, name);
        return { key: secret, api_key: present(key, createdAt) };
      }),

    revoke: recentProcedure
      .input(apiKeyRef)
      .output(revokedApiKeyOutput)
      .mutation(async ({ ctx: { user, client }, input }) => {
        const revoked = await store.revoke(user.uid, input.id);
        if (revoked === undefined) throw notFound('API key');
        const detail = { name: revoked.name };
        await events.record({ uid: user.uid, type: 'api_key_revoked', client, detail });
        return { success: true as const };
      }),
  });
}

function present(key: Omit<ApiKeyRecord, 'slot' | 'hash'>, now: Date): ApiKeyView {
  return {
    id: key._id,
    name: key.name,
    prefix: key.prefix,
    scope: scopeOf(key),
    areas: key.areas ?? [],
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    expired: isExpired(key, now),
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    last_used_from: key.lastUsedFrom ?? null,
  };
}
