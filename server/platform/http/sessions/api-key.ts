import type { Request, RequestHandler } from 'express';
import type { ApiKeyArea } from '#shared/api-key-areas.ts';
import { API_KEY_PREFIX, type ApiKeyScope } from '#shared/schemas/account/api-keys.ts';
import type { ApiKeyCaller, ApiKeys } from './api-keys.ts';
import { networksOf } from '#server/platform/http/security/client-networks.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import type { Client, SignedInUser } from '#server/platform/trpc/context.ts';
import { userAgentOf } from './device.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The callers of requests with an API key. */
const callers = new WeakMap<Request, ApiKeyCaller>();

/** Returns the bearer token of a request. */
export function bearerOf(req: Request): string | undefined {
  return /^Bearer\s+(.+)$/i.exec(req.headers.authorization ?? '')?.[1];
}

/** Returns the API key of a request, valid or not; its cookies are then ignored. */
export function apiKeyOf(req: Request): string | undefined {
  const bearer = bearerOf(req);
  return bearer?.startsWith(API_KEY_PREFIX) === true ? bearer : undefined;
}

/** Removes the cookies of a request with an API key, so that no middleware after it uses a session. */
export const ignoreCookies: RequestHandler = (req, _res, next) => {
  if (apiKeyOf(req) !== undefined) delete req.headers.cookie;
  next();
};

/** Returns the caller that `authenticateApiKey` found. */
export function apiKeyCaller(req: Request): SignedInUser | null {
  const caller = callers.get(req);
  return caller === undefined ? null : { uid: caller.uid, streamId: caller.streamId };
}

/** Returns what the key of a request is limited to; undefined without a key, or one that reaches all. */
export function apiKeyAreas(req: Request): readonly ApiKeyArea[] | undefined {
  return callers.get(req)?.areas;
}

/** Returns what the key of a request may do; undefined without a key. */
export function apiKeyScope(req: Request): ApiKeyScope | undefined {
  return callers.get(req)?.scope;
}

/** Throws `AppError` FORBIDDEN if the request has a key that may change nothing by a documented call. */
export function refuseReadOnlyKey(req: Request): void {
  const scope = apiKeyScope(req);
  if (scope === 'read') throw new AppError('FORBIDDEN', 'This API key may only read.');
  if (scope === 'prepare')
    throw new AppError('FORBIDDEN', 'This API key may only read, and prepare drafts at /mcp.');
}

/**
 * Identifies the caller of an API key and enforces its limits: 429 with `RateLimit-*` headers above its requests a
 * minute, 403 outside of the documented paths, and for a state change with a key that may only read. Requests with an
 * invalid key continue without a caller.
 */
export function authenticateApiKey(apiKeys: ApiKeys): RequestHandler {
  return async (req, res, next) => {
    const secret = apiKeyOf(req);
    const used = secret === undefined ? undefined : await apiKeys.use(secret, originOf(req));
    if (used === undefined) {
      next();
      return;
    }
    const { caller, quota } = used;
    res.set({
      'RateLimit-Limit': String(quota.limit),
      'RateLimit-Remaining': String(quota.remaining),
      'RateLimit-Reset': String(quota.resetSeconds),
    });
    if (quota.exceeded) {
      throw new AppError('TOO_MANY_REQUESTS', 'This API key has sent too many requests. Try again later.', {
        retry_after: quota.resetSeconds,
      });
    }
    // tRPC serves the browser; among its procedures are those on keys, sessions and passwords.
    if (/^\/trpc(\/|$)/i.test(req.path)) {
      throw new AppError('FORBIDDEN', 'API keys work only on the documented paths.');
    }
    callers.set(req, caller);
    // The Model Context Protocol posts what only reads, too: its tools depend on the key.
    if (!SAFE_METHODS.has(req.method) && !isMcp(req)) refuseReadOnlyKey(req);
    next();
  };
}

function isMcp({ path }: Request): boolean {
  return /^\/mcp\/?$/i.test(path);
}

function originOf(req: Request): Pick<Client, 'network' | 'userAgent'> {
  return { network: networksOf(req.ip ?? '').network, userAgent: userAgentOf(req) };
}
