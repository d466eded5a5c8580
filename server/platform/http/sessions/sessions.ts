import MongoStore from 'connect-mongo';
import onHeaders from 'on-headers';
import session, { type SessionData } from 'express-session';
import type { Request, RequestHandler } from 'express';
import type { Connection } from 'mongoose';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time-units.ts';
import { hashSecret } from '#server/platform/lib/secrets/ids.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import type { Secrets } from '#server/platform/lib/secrets/secrets.ts';
import type {
  PendingRegistration,
  PendingSignIn,
  SessionControl,
  SignedInUser,
} from '#server/platform/trpc/context.ts';
import { apiKeyOf } from './api-key.ts';
import { isActive } from './session-lifetime.ts';
import { deviceOf, type DeviceRecord } from './device.ts';
import { browserSecrets, keepBrowserSecret, knownBrowserCookie } from './known-browser-cookie.ts';

/** Sessions last one hour from a sign-in, a registration or a verification; nothing prolongs them. */
export const SESSION_MS = HOUR_MS;

/** How long after a proof of identity the caller may change what protects the account. */
export const RECENT_MS = 10 * MINUTE_MS;

/** As long as the first verification link is valid. */
const REGISTRATION_MS = DAY_MS;

/** How long after the password the second factor may be given. */
const PENDING_SIGN_IN_MS = 5 * 60 * 1000;

export const SESSIONS = 'sessions';

declare module 'express-session' {
  interface SessionData {
    user: SignedInUser;
    /** Milliseconds since the epoch. */
    endsAt: number;
    /** When the user last proved their identity, in milliseconds since the epoch. */
    authenticatedAt: number;
    device: DeviceRecord;
    registration: PendingRegistration & { endsAt: number };
    pendingSignIn: PendingSignIn & { endsAt: number };
  }
}

/** Returns the name of the session cookie. Over https, the `__Host-` prefix restricts it to this host and to https. */
export function sessionCookieName(publicOrigin: string | undefined): string {
  return isHttps(publicOrigin) ? '__Host-hark.sid' : 'hark.sid';
}

function isHttps(publicOrigin: string | undefined): boolean {
  return publicOrigin?.startsWith('https:') ?? false;
}

/**
 * Creates the session middleware. Sessions are stored under the hash of their id, so that a copy of the database gives
 * no access. The response that ends a session also clears its cookie.
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
      collectionName: SESSIONS,
      stringify: false,
      // Longer than any session lasts, so that reading a session never writes it.
      touchAfter: 2 * (REGISTRATION_MS / 1000),
      // By the database, whose clock is that of all processes.
      autoRemove: 'disabled',
      transformId: storedId,
    }),
  });
  // A store that cannot be read must not clear the cookie, so requests whose session was read are tracked.
  const read = new WeakSet<Request>();
  const sessionRead: RequestHandler = (req, _res, next) => {
    read.add(req);
    next();
  };
  const removeCookie: RequestHandler = (req, res, next) => {
    // Listeners run in reverse order: express-session has set its cookie by now, if there is one.
    onHeaders(res, () => {
      const hasSession = (req.session as Request['session'] | undefined) !== undefined;
      const sent = req.headers.cookie?.includes(`${name}=`) ?? false;
      if (sent && read.has(req) && !hasSession)
        res.clearCookie(name, { ...cookie, secure: secure || req.secure });
    });
    next();
  };
  return [
    ...(secure ? [markAsHttps] : []),
    knownBrowserCookie({ secure }),
    removeCookie,
    sessions,
    sessionRead,
  ];
}

/** The proxy may forward over plain HTTP; express-session sends secure cookies only if `req.secure` is set. */
const markAsHttps: RequestHandler = (req, _res, next) => {
  Object.defineProperty(req, 'secure', { value: true });
  next();
};

/** Returns the id under which a session is stored; it gives no access. */
export function storedId(sid: string): string {
  return hashSecret(sid);
}

/** Creates the indexes for removing expired sessions and ending the sessions of a user. */
export async function createSessionIndexes(connection: Connection): Promise<void> {
  await connection.collection(SESSIONS).createIndexes([
    // Not the field `expires`: earlier versions have another index of it, beside which they could not start.
    { key: { 'session.cookie.expires': 1 }, expireAfterSeconds: 0 },
    { key: { 'session.user.uid': 1, 'session.endsAt': -1 } },
    { key: { 'session.registration.uid': 1 } },
    { key: { 'session.pendingSignIn.uid': 1 } },
  ]);
}

/** Returns the user of the session, or `null` if there is none or it is over. */
export function sessionUser(req: Request, clock: Clock): SignedInUser | null {
  return isActive(req.session, clock.now().getTime()) ? (req.session.user ?? null) : null;
}

function isRecentlyAuthenticated(req: Request, clock: Clock): boolean {
  const { authenticatedAt = 0 } = req.session;
  return sessionUser(req, clock) !== null && authenticatedAt > clock.now().getTime() - RECENT_MS;
}

/** Whether the session of `req` is still stored and not over. */
export async function isSessionActive({ sessionStore, sessionID }: Request, clock: Clock): Promise<boolean> {
  const stored = await callbackToPromise<SessionData | null>((done) => {
    sessionStore.get(sessionID, done);
  });
  return stored != null && isActive(stored, clock.now().getTime());
}

/** Creates the session control for the procedures that `req` calls. */
export function sessionControl(req: Request, clock: Clock): SessionControl {
  // Calls of one batch share the request; a sign-out among them removes `req.session`.
  const { session } = req;
  // Starts from an empty session: the current one was read before the body arrived and may have ended since.
  const remember = async (data: Partial<SessionData>, maxAge: number) => {
    await callbackToPromise((done) => session.regenerate(done));
    Object.assign(req.session, data);
    req.session.cookie.maxAge = maxAge;
    await callbackToPromise((done) => req.session.save(done));
  };
  return {
    storedId: storedId(req.sessionID),
    expiresAt: sessionUser(req, clock) === null ? null : new Date(session.endsAt ?? 0),
    recentlyAuthenticated: isRecentlyAuthenticated(req, clock),
    registration: pendingRegistration(session, clock),
    browser: {
      get secrets() {
        return browserSecrets(req);
      },
      keep: (secret) => {
        keepBrowserSecret(req, secret);
      },
    },
    async signIn(user, browserId) {
      if (apiKeyOf(req) !== undefined) throw new AppError('FORBIDDEN', 'An API key cannot start a session.');
      // A new id prevents session fixation.
      await callbackToPromise((done) => session.regenerate(done));
      const now = clock.now();
      const endsAt = now.getTime() + SESSION_MS;
      const device = { ...deviceOf(req, now), browserId };
      Object.assign(req.session, { user, endsAt, authenticatedAt: now.getTime(), device });
      await callbackToPromise((done) => req.session.save(done));
      return new Date(endsAt);
    },
    async signOut() {
      await callbackToPromise((done) =>
        ((req.session as Request['session'] | undefined) ?? session).destroy(done),
      );
    },
    async rememberRegistration(registration) {
      const endsAt = clock.now().getTime() + REGISTRATION_MS;
      await remember({ registration: { ...registration, endsAt } }, REGISTRATION_MS);
    },
    pendingSignIn: pendingSignIn(session, clock),
    async rememberSignIn(pending) {
      const endsAt = clock.now().getTime() + PENDING_SIGN_IN_MS;
      await remember({ pendingSignIn: { ...pending, endsAt } }, PENDING_SIGN_IN_MS);
    },
  };
}

function pendingRegistration(
  { registration }: Partial<SessionData>,
  clock: Clock,
): PendingRegistration | null {
  if (registration === undefined || registration.endsAt <= clock.now().getTime()) return null;
  return { uid: registration.uid, id: registration.id };
}

function pendingSignIn({ pendingSignIn: pending }: Partial<SessionData>, clock: Clock): PendingSignIn | null {
  if (pending === undefined || pending.endsAt <= clock.now().getTime()) return null;
  return { uid: pending.uid, credential: pending.credential };
}

/** Converts a callback of the session store to a promise. */
function callbackToPromise<T = void>(
  run: (done: (error?: unknown, found?: T) => void) => void,
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    run((error, found) => {
      if (error === undefined || error === null) resolve(found);
      else reject(error instanceof Error ? error : new Error('Session store failed', { cause: error }));
    });
  });
}
