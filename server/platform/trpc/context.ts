import { areaRefusal, type ApiKeyArea } from '#shared/api-key-areas.ts';
import { AppError, unauthenticated } from '#server/platform/lib/errors.ts';
import type { Instruments } from '#server/platform/lib/observability/instruments.ts';
import type { CostLimits } from './cost.ts';

/** The caller of a procedure. */
export interface SignedInUser {
  uid: string;
  /** The id of the user's credit event stream. */
  streamId: string;
}

/** A registration awaiting verification, stored in the session that began it; `id` is the `registrationId` of the user. */
export interface PendingRegistration {
  uid: string;
  id: string;
}

/** The caller's browser, whether signed in or not. */
export interface Browser {
  /** The secrets of its cookie, by which accounts know it. */
  readonly secrets: readonly string[];
  /** Keeps a secret in the cookie, for a year. */
  keep(secret: string): void;
}

/** A sign-in whose password was right and whose second factor is still to come. */
export interface PendingSignIn {
  uid: string;
  /** A hash of the password and the second factor of that moment: a change of either voids it. */
  credential: string;
}

/** Reads and changes the caller's browser session. */
export interface SessionControl {
  /** The id under which the session is stored, a hash; it gives no access. */
  storedId: string;
  browser: Browser;
  /**
   * Starts a session of a known browser, with a new id; it lasts one hour and is not prolonged. Returns when it ends.
   */
  signIn(user: SignedInUser, browserId: string): Promise<Date>;
  signOut(): Promise<void>;
  /** When the caller's session ends; `null` without a session. */
  expiresAt: Date | null;
  /** Whether the caller proved their identity in this session within the last ten minutes; a sign-in counts. */
  recentlyAuthenticated: boolean;
  /** Stores the registration for 24 hours or until the next sign-in, and ends the current session. */
  rememberRegistration(registration: PendingRegistration): Promise<void>;
  registration: PendingRegistration | null;
  /** Stores the sign-in for five minutes, in a new session, and ends the current one. */
  rememberSignIn(pending: PendingSignIn): Promise<void>;
  pendingSignIn: PendingSignIn | null;
}

/** The origin of a call, for rate limits and the history of an account. */
export interface Client {
  /**
   * The IPv4 address, or the /64 of an IPv6 address: a client is usually assigned a /64 and may use any address in it.
   * As reported by a trusted proxy if there is one.
   */
  network: string;
  /** The /48 of an IPv6 address, which one site may hold, with its 65,536 networks; undefined for IPv4. */
  site?: string | undefined;
  /** Whether the call came directly from this machine, not through a proxy. */
  onThisMachine: boolean;
  /** The `User-Agent` header, at most 512 characters; '' without one. */
  userAgent: string;
}

/** Returns the signed-in caller. Throws `AppError` UNAUTHENTICATED (401) if there is none. */
export function requireUser({ user }: Pick<Context, 'user'>): SignedInUser {
  if (user === null) throw unauthenticated();
  return user;
}

/** Throws `AppError` FORBIDDEN (403), naming the area, if the caller is a key that is limited to others. */
export function requireArea(
  { keyAreas }: Pick<Context, 'keyAreas'>,
  procedure: string,
  type: 'query' | 'mutation' | 'subscription',
): void {
  if (keyAreas === undefined) return;
  const refusal = areaRefusal(keyAreas, { procedure, changes: type === 'mutation' });
  if (refusal !== undefined) throw new AppError('FORBIDDEN', refusal);
}

/**
 * Throws `AppError` REAUTHENTICATION_REQUIRED (403) unless the caller has signed in, or confirmed who they are, within
 * the last ten minutes. An API key never meets this.
 */
export function requireRecentAuthentication({
  session,
}: {
  session: Pick<SessionControl, 'recentlyAuthenticated'>;
}): void {
  if (session.recentlyAuthenticated) return;
  throw new AppError(
    'REAUTHENTICATION_REQUIRED',
    'Please confirm that it is you: sign in again, or enter your password.',
  );
}

/** Throws the same as `requireUser` if the session has ended: while a body was received, say, which may take minutes. */
export async function assertStillSignedIn({ stillSignedIn }: Pick<Context, 'stillSignedIn'>): Promise<void> {
  if (!(await stillSignedIn())) throw unauthenticated();
}

/**
 * Undoes what a call has stored and throws the same, if the session or API key has ended since the call was admitted. What
 * takes access away ends sessions first, and so either finds what the call stored, or it is undone here.
 */
export async function undoUnlessSignedIn(
  { stillSignedIn }: Pick<Context, 'stillSignedIn'>,
  undo: () => Promise<unknown>,
): Promise<void> {
  if (await stillSignedIn()) return;
  await undo();
  throw unauthenticated();
}

export interface Context {
  user: SignedInUser | null;
  /** Whether the caller is identified by an API key, not by a session. */
  viaApiKey: boolean;
  /** What the API key is limited to; undefined: it reaches all, or there is none. */
  keyAreas?: readonly ApiKeyArea[] | undefined;
  /** Whether the session or API key is still valid; for long requests. */
  stillSignedIn(): Promise<boolean>;
  session: SessionControl;
  client: Client;
  /** The `Content-Length` of the body; `Infinity` for a chunked body, 0 without a body. */
  bodyBytes: number;
  /** The `Idempotency-Key` header, if sent. */
  idempotencyKey: string | undefined;
  /** Bounds what calls of each class do at a time. */
  costs: CostLimits;
  /** Measures the procedures, if anything is measured. */
  instruments?: Instruments | undefined;
}

/** What a call sent, before its schemas dropped or changed anything. */
export interface CallContent {
  /** The path of the procedure in the router, such as `billing.createPaymentIntent`. */
  procedure: string;
  input(): Promise<unknown>;
}

/** The context of a call that requires a signed-in caller. */
export type SignedInContext = Context & { user: SignedInUser };
