import type { Request } from 'express';
import type { ApiKeys } from './api-keys.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import type { Instruments } from '#server/platform/lib/observability/instruments.ts';
import type { CostLimits } from '#server/platform/trpc/cost.ts';
import type { Client, Context, SignedInUser } from '#server/platform/trpc/context.ts';
import { hasBody } from '#server/platform/http/bodies/read-body.ts';
import { isDirectLocal, networksOf } from '#server/platform/http/security/client-networks.ts';
import { apiKeyAreas, apiKeyCaller, apiKeyOf, bearerOf } from './api-key.ts';
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

/** Returns the caller unless their account is being erased: a process that died after that mark ended no session. */
async function openCaller(user: SignedInUser | null, { isOpen }: Credentials): Promise<SignedInUser | null> {
  return user !== null && (await isOpen(user.uid)) ? user : null;
}

/** Checks the credentials again in the database: the key may be revoked or the session ended since. */
async function isStillValid(req: Request, { clock, apiKeys }: Credentials): Promise<boolean> {
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

/** What callers are identified with. */
interface Credentials {
  clock: Clock;
  apiKeys: ApiKeys;
  /** Whether a user has an account that is not being erased, read from the database. */
  isOpen: (uid: string) => Promise<boolean>;
}

/** Returns a function that creates the tRPC context of a request. */
export function contextFactory(
  credentials: Credentials,
  shared: { costs: CostLimits; instruments?: Instruments },
): (req: Request) => Promise<Context> {
  const { clock } = credentials;
  return async (req) => {
    const user = await openCaller(authenticate(req, clock), credentials);
    return {
      user,
      viaApiKey: apiKeyOf(req) !== undefined,
      keyAreas: apiKeyAreas(req),
      stillSignedIn: async () =>
        (await openCaller(user, credentials)) !== null && (await isStillValid(req, credentials)),
      session: sessionControl(req, clock),
      client: clientOf(req),
      bodyBytes: hasBody(req) ? Number(req.headers['content-length'] ?? Infinity) : 0,
      idempotencyKey: req.get('idempotency-key'),
      ...shared,
    };
  };
}
