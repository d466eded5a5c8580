import { unauthenticated } from '#server/lib/errors.ts';

/** Who is calling, as far as procedures need to know. */
export interface SignedInUser {
  uid: string;
  /** The id of the user's credit stream (design §3). */
  streamId: string;
}

/** A registration that a browser began, as its session remembers it; `id` names it in the account. */
export interface BegunRegistration {
  uid: string;
  id: string;
}

/** What a procedure may do to the caller's browser session. */
export interface SessionControl {
  /** Signs the browser in with a fresh session id; one hour, absolute. Returns when it ends. */
  signIn(user: SignedInUser): Promise<Date>;
  signOut(): Promise<void>;
  /** When the caller's session ends; `null` without one. */
  expiresAt: Date | null;
  /** Remembers for a day, or until the next sign-in, which registration this browser began, and signs it out. */
  rememberRegistration(registration: BegunRegistration): Promise<void>;
  registration: BegunRegistration | null;
}

/** Where a call comes from, as limits count it. */
export interface Client {
  /** The caller's IPv4 address or IPv6 /64; behind a trusted proxy, the address that it reports. */
  network: string;
  /** The IPv6 /48 around it; undefined for IPv4. */
  site?: string | undefined;
  /** A program on this machine that called directly, not through a proxy. */
  onThisMachine: boolean;
}

/** Throws 401 where the caller's session was ended since: its request may have taken minutes to arrive. */
export async function assertStillSignedIn({ stillSignedIn }: Pick<Context, 'stillSignedIn'>): Promise<void> {
  if (!(await stillSignedIn())) throw unauthenticated();
}

export interface Context {
  user: SignedInUser | null;
  /** Whether the caller still is who they were when they called: for answers that take long. */
  stillSignedIn(): Promise<boolean>;
  session: SessionControl;
  client: Client;
  /** How long the caller's body says that it is; `Infinity` where it does not say. */
  bodyBytes: number;
  /** The `Idempotency-Key` header, if sent. */
  idempotencyKey: string | undefined;
}
