import { createHash } from 'node:crypto';
import MongoStore from 'connect-mongo';
import onHeaders from 'on-headers';
import session, { type SessionData } from 'express-session';
import type { Request, RequestHandler } from 'express';
import type { Connection } from 'mongoose';
import type { Clock } from '#server/lib/clock.ts';
import type { Secrets } from '#server/lib/secrets.ts';
import type { BegunRegistration, SessionControl, SignedInUser } from '#server/trpc/context.ts';

/** Sessions last one hour from sign-in and are never prolonged (contract §5). */
export const SESSION_MS = 60 * 60 * 1000;

/** A browser is known as the one that registered for as long as the first verification link works. */
const REGISTRATION_MS = 24 * 60 * 60 * 1000;

const COLLECTION = 'sessions';

declare module 'express-session' {
  interface SessionData {
    user: SignedInUser;
    /** Milliseconds since the epoch. */
    endsAt: number;
    registration: BegunRegistration & { endsAt: number };
  }
}

/** The name of the session cookie. Where people come by https, browsers take it from this host over https alone. */
export function sessionCookieName(publicOrigin: string | undefined): string {
  return isHttps(publicOrigin) ? '__Host-hark.sid' : 'hark.sid';
}

function isHttps(publicOrigin: string | undefined): boolean {
  return publicOrigin?.startsWith('https:') ?? false;
}

/**
 * Cookie sessions kept in the database under the hash of their id, so that a copy of the database signs nobody in.
 * The cookie is removed from the browser by the answer that ends its session.
 */
export function createSessionMiddleware(
  connection: Connection,
  { secrets, publicOrigin }: { secrets: Secrets; publicOrigin: string | undefined },
): RequestHandler[] {
  const name = sessionCookieName(publicOrigin);
  const secure = isHttps(publicOrigin);
  const cookie = { httpOnly: true, sameSite: 'lax', path: '/' } as const;
  const sessions = session({
    name,
    secret: [...secrets],
    resave: false,
    saveUninitialized: false,
    rolling: false,
    cookie: { ...cookie, secure: secure || 'auto', maxAge: SESSION_MS },
    store: MongoStore.create({
      client: connection.getClient(),
      dbName: connection.name,
      collectionName: COLLECTION,
      stringify: false,
      // Longer than a session lives: reading one never writes it.
      touchAfter: 2 * (REGISTRATION_MS / 1000),
      autoRemove: 'interval',
      autoRemoveInterval: 10,
      transformId: (sid) => createHash('sha256').update(sid).digest('base64url'),
    }),
  });
  // Where the store could not be read there is no session either, but the browser keeps the one it has.
  const read = new WeakSet<Request>();
  const sessionRead: RequestHandler = (req, _res, next) => {
    read.add(req);
    next();
  };
  const removeCookie: RequestHandler = (req, res, next) => {
    // Listeners run from the last to the first: the one of the sessions has set its cookie, or had none to set.
    onHeaders(res, () => {
      const hasSession = (req.session as Request['session'] | undefined) !== undefined;
      const sent = req.headers.cookie?.includes(`${name}=`) ?? false;
      if (sent && read.has(req) && !hasSession)
        res.clearCookie(name, { ...cookie, secure: secure || req.secure });
    });
    next();
  };
  return [...(secure ? [overHttps] : []), removeCookie, sessions, sessionRead];
}

/** The last hop to this process may be plain HTTP; without this the sessions would send no secure cookie over it. */
const overHttps: RequestHandler = (req, _res, next) => {
  Object.defineProperty(req, 'secure', { value: true });
  next();
};

/** Creates the indexes that removing expired sessions and ending a user's sessions need. */
export async function createSessionIndexes(connection: Connection): Promise<void> {
  await connection
    .collection(COLLECTION)
    .createIndexes([
      { key: { expires: 1 } },
      { key: { 'session.user.uid': 1 } },
      { key: { 'session.registration.uid': 1 } },
    ]);
}

/** Ends every session of a user, on every device, and those that registered the user and could still sign in by that. */
export async function endAllSessions(connection: Connection, uid: string): Promise<void> {
  await connection
    .collection(COLLECTION)
    .deleteMany({ $or: [{ 'session.user.uid': uid }, { 'session.registration.uid': uid }] });
}

/** The user of a request's session, or `null`; a session past its hour is none. */
export function sessionUser(req: Request, clock: Clock): SignedInUser | null {
  const { user, endsAt } = req.session;
  return user !== undefined && endsAt !== undefined && endsAt > clock.now().getTime() ? user : null;
}

/** Whether the session of `req` has not ended since it was read, here or in another process. */
export async function sessionLives({ sessionStore, sessionID }: Request, clock: Clock): Promise<boolean> {
  const stored = await settled<SessionData | null>((done) => {
    sessionStore.get(sessionID, done);
  });
  return stored?.user !== undefined && stored.endsAt > clock.now().getTime();
}

/** What procedures may do to the session of `req`. */
export function sessionControl(req: Request, clock: Clock): SessionControl {
  // Calls of one batch share the request; after a sign-out among them it has no session any more.
  const { session } = req;
  return {
    expiresAt: sessionUser(req, clock) === null ? null : new Date(session.endsAt ?? 0),
    registration: begunRegistration(session, clock),
    async signIn(user) {
      // A fresh id, so that a session id planted before the sign-in is worth nothing after it.
      await settled((done) => session.regenerate(done));
      const endsAt = clock.now().getTime() + SESSION_MS;
      Object.assign(req.session, { user, endsAt });
      await settled((done) => req.session.save(done));
      return new Date(endsAt);
    },
    async signOut() {
      await settled((done) => ((req.session as Request['session'] | undefined) ?? session).destroy(done));
    },
    async rememberRegistration(registration) {
      // Of the session before nothing is kept: it was read before the body came, and may have been ended since.
      await settled((done) => session.regenerate(done));
      const begun = { ...registration, endsAt: clock.now().getTime() + REGISTRATION_MS };
      req.session.registration = begun;
      req.session.cookie.maxAge = REGISTRATION_MS;
      await settled((done) => req.session.save(done));
    },
  };
}

function begunRegistration({ registration }: Partial<SessionData>, clock: Clock): BegunRegistration | null {
  if (registration === undefined || registration.endsAt <= clock.now().getTime()) return null;
  return { uid: registration.uid, id: registration.id };
}

/** What a session store passes to its callback. Rejects with its error. */
function settled<T = void>(
  run: (done: (error?: unknown, found?: T) => void) => void,
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    run((error, found) => {
      if (error === undefined || error === null) resolve(found);
      else reject(error instanceof Error ? error : new Error('Session store failed', { cause: error }));
    });
  });
}
