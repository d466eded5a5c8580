import type { Request } from 'express';
import type { Clock } from '#server/lib/clock.ts';
import { AppError } from '#server/lib/errors.ts';
import type { Context, SignedInUser } from '#server/trpc/context.ts';
import { networksOf } from '#server/http/client-network.ts';
import { isDirectLocal } from '#server/http/direct-local.ts';
import { hasBody } from '#server/http/bodies/read-body.ts';
import { sessionControl, sessionLives, sessionUser } from './sessions.ts';

/** Finds the user of an API key; `null` for unknown and revoked ones. */
export type ApiKeyLookup = (key: string) => Promise<SignedInUser | null>;

/** Whether a request comes with an API key, and so without the authority of any cookie. */
export function hasApiKey(req: Request): boolean {
  return isApiKey(bearerOf(req) ?? '');
}

function isApiKey(bearer: string): boolean {
  return bearer.startsWith('hark_');
}

function bearerOf(req: Request): string | undefined {
  return /^Bearer\s+(.+)$/i.exec(req.headers.authorization ?? '')?.[1];
}

/**
 * Who is calling (contract §5): an API key decides alone; otherwise the session does. The documented
 * `Bearer {uid}` header is accepted beside a session of that same user and is never a credential by itself.
 */
async function authenticate(
  req: Request,
  clock: Clock,
  findApiKey: ApiKeyLookup,
): Promise<SignedInUser | null> {
  const bearer = bearerOf(req);
  if (bearer !== undefined && isApiKey(bearer)) return findApiKey(bearer);
  const user = sessionUser(req, clock);
  if (user !== null && bearer !== undefined && bearer !== user.uid) {
    throw new AppError('FORBIDDEN', 'This session belongs to another user.');
  }
  return user;
}

/** The same question later, of the database: a key may be revoked and a session ended meanwhile. */
async function stillSignedIn(req: Request, clock: Clock, findApiKey: ApiKeyLookup): Promise<boolean> {
  const bearer = bearerOf(req);
  if (bearer !== undefined && isApiKey(bearer)) return (await findApiKey(bearer)) !== null;
  return sessionLives(req, clock);
}

/** Builds the context that procedures see, from one request. */
export function contextFactory(clock: Clock, findApiKey: ApiKeyLookup): (req: Request) => Promise<Context> {
  return async (req) => ({
    user: await authenticate(req, clock, findApiKey),
    stillSignedIn: () => stillSignedIn(req, clock, findApiKey),
    session: sessionControl(req, clock),
    client: { ...networksOf(req.ip ?? ''), onThisMachine: isDirectLocal(req) },
    bodyBytes: hasBody(req) ? Number(req.headers['content-length'] ?? Infinity) : 0,
    idempotencyKey: req.get('idempotency-key'),
  });
}
