import type { Quota } from '#server/platform/lib/mongodb/rate-limiter.ts';
import type { Client, SignedInUser } from '#server/platform/trpc/context.ts';
import type { ApiKeyArea } from '#shared/api-key-areas.ts';
import type { ApiKeyScope } from '#shared/schemas/account/api-keys.ts';

/** The caller of a valid API key. Only `full` permits more than GET requests. */
export interface ApiKeyCaller extends SignedInUser {
  scope: ApiKeyScope;
  /** What it is limited to; undefined: it reaches all. */
  areas?: readonly ApiKeyArea[] | undefined;
}

/** What may be shown of a key. */
export interface ApiKeyName {
  name: string;
  /** The beginning of the key. */
  prefix: string;
}

/** Identifies the callers of API keys and limits their requests. Unknown, revoked and expired keys have no caller. */
export interface ApiKeys {
  find(secret: string): Promise<ApiKeyCaller | undefined>;
  /** Counts a request against the limit of the key, and records the use. */
  use(
    secret: string,
    from: Pick<Client, 'network' | 'userAgent'>,
  ): Promise<{ caller: ApiKeyCaller; quota: Quota } | undefined>;
}
