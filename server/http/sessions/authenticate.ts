import type { Request } from 'express';
import type { ApiKeys } from '#server/api-keys/api.ts';
import type { Clock } from '#server/lib/clock.ts';
import { AppError } from '#server/lib/errors.ts';
import type { Instruments } from '#server/lib/observability/instruments.ts';
import type { CostLimits } from '#server/trpc/cost.ts';
import type { Client, Context, SignedInUser } from '#server/trpc/context.ts';
import { hasBody } from '#server/http/bodies/read-body.ts';
import { isDirectLocal, networksOf } from '#server/http/security/client-networks.ts';
import { apiKeyCaller, apiKeyOf, bearerOf } from './api-key.ts';
import { userAgentOf } from './device.ts';
import { sessionControl, isSessionActive, sessionUser } from './sessions.ts';

/**
 * Returns the caller, identified by the API key if there is one, otherwise by the session. A `Bearer {uid}` header is
 * no credential; throws `AppError` FORBIDDEN if it names another user than the session.
 */
function authenticate(req: Request, clock: Clock): SignedInUser | null {
  if (apiKeyOf(req) !== undefined) return apiKeyCaller(req);
  const bearer = bearerOf(req);
  const user = sessionUser(req, clock);
  if (user !== null && bearer !== undefined && bearer !== user.uid) {
    throw new AppError('FORBIDDEN', 'This session belongs to another user.');
  }
  return user;
}

/** Checks the credentials again in the database: the key may be revoked or the session ended since. */
async function stillSignedIn(req: Request, clock: Clock, apiKeys: ApiKeys): Promise<boolean> {
  const key = apiKeyOf(req);
  if (key !== undefined) return (await apiKeys.find(key)) !== undefined;
  return isSessionActive(req, clock);
}

/** Returns where a request came from. */
export function clientOf(req: Request): Client {
  return {
    ...networksOf(req.ip ?? ''),
    onThisMachine: isDirectLocal(req),
    userAgent: userAgentOf(req),
  };
}

/** Returns a function that creates the tRPC context of a request. */
export function contextFactory(
  clock: Clock,
  apiKeys: ApiKeys,
  shared: { costs: CostLimits; instruments?: Instruments },
): (req: Request) => Promise<Context> {
  return async (req) => ({
    user: await Promise.resolve(authenticate(req, clock)),
    viaApiKey: apiKeyOf(req) !== undefined,
    stillSignedIn: () => stillSignedIn(req, clock, apiKeys),
    session: sessionControl(req, clock),
    client: clientOf(req),
    bodyBytes: hasBody(req) ? Number(req.headers['content-length'] ?? Infinity) : 0,
    idempotencyKey: req.get('idempotency-key'),
    ...shared,
  });
}
