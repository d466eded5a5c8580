import type { Request } from 'express';
import ipaddr from 'ipaddr.js';
import { isLocalName } from '#server/lib/local-name.ts';
import type { Clock } from '#server/lib/clock.ts';
import { AppError } from '#server/lib/errors.ts';
import type { Client, Context, SignedInUser } from '#server/trpc/context.ts';
import { hasBody } from '#server/http/bodies/read-body.ts';
import { sessionControl, isSessionActive, sessionUser } from './sessions.ts';

/** Returns the networks of an address. IPv4-mapped IPv6 addresses count as IPv4; an invalid address is its own network. */
export function networksOf(address: string): Pick<Client, 'network' | 'site'> {
  if (!ipaddr.isValid(address)) return { network: address, site: undefined };
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return { network: parsed.toString(), site: undefined };
  return { network: prefixOf(parsed, 64), site: prefixOf(parsed, 48) };
}

function prefixOf({ parts }: ipaddr.IPv6, bits: 48 | 64): string {
  const kept = parts.slice(0, bits / 16).map((part) => part.toString(16));
  return `${kept.join(':')}::/${String(bits)}`;
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
/** Headers that proxies add to forwarded requests. */
const FORWARDED = /^(forwarded|via|x-forwarded(-.*)?|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/;

/** Whether a request comes directly from this machine, addresses it by a local name and was not forwarded by a proxy. */
export function isDirectLocal({ headers, socket }: Request): boolean {
  const forwarded = Object.keys(headers).some((name) => FORWARDED.test(name));
  return LOOPBACK.test(socket.remoteAddress ?? '') && isLocalName(headers.host ?? '') && !forwarded;
}

/** Returns the user of an API key, or `null` for an unknown or revoked key. */
export type ApiKeyLookup = (key: string) => Promise<SignedInUser | null>;

/** Whether a request has an API key; its cookies are then ignored. */
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
 * Returns the caller, identified by the API key if there is one, otherwise by the session. A `Bearer {uid}` header is
 * no credential; throws `AppError` FORBIDDEN if it names another user than the session.
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

/** Checks the credentials again in the database: the key may be revoked or the session ended since. */
async function stillSignedIn(req: Request, clock: Clock, findApiKey: ApiKeyLookup): Promise<boolean> {
  const bearer = bearerOf(req);
  if (bearer !== undefined && isApiKey(bearer)) return (await findApiKey(bearer)) !== null;
  return isSessionActive(req, clock);
}

/** Returns a function that creates the tRPC context of a request. */
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
