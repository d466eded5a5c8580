import type { Request } from 'express';
import type { Clock } from '#server/clock.ts';
import { AppError } from '#server/errors.ts';
import type { Context, SignedInUser } from '#server/trpc/context.ts';
import { sessionControl, sessionUser } from './sessions.ts';

/** Finds the user of an API key; `null` for unknown and revoked ones. */
export type ApiKeyLookup = (key: string) => Promise<SignedInUser | null>;

/**
 * Who is calling (contract §5): an API key decides alone; otherwise the session does. The documented
 * `Bearer {uid}` header is accepted beside a session of that same user and is never a credential by itself.
 */
async function authenticate(
  req: Request,
  clock: Clock,
  findApiKey: ApiKeyLookup,
): Promise<SignedInUser | null> {
  const bearer = /^Bearer\s+(\S+)$/i.exec(req.headers.authorization ?? '')?.[1];
  if (bearer?.startsWith('hark_') === true) return findApiKey(bearer);
  const user = sessionUser(req, clock);
  if (user !== null && bearer !== undefined && bearer !== user.uid) {
    throw new AppError('FORBIDDEN', 'This session belongs to another user.');
  }
  return user;
}

/** Builds the context that procedures see, from one request. */
export function contextFactory(clock: Clock, findApiKey: ApiKeyLookup): (req: Request) => Promise<Context> {
  return async (req) => ({
    user: await authenticate(req, clock, findApiKey),
    session: sessionControl(req, clock),
    ip: req.ip ?? '',
    idempotencyKey: req.get('idempotency-key'),
  });
}
