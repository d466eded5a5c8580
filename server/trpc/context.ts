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
  /** Remembers for a day, or until the next sign-in, which registration this browser began. */
  rememberRegistration(registration: BegunRegistration): Promise<void>;
  registration: BegunRegistration | null;
}

export interface Context {
  user: SignedInUser | null;
  /** Whether the caller still is who they were when they called: for answers that take long. */
  stillSignedIn(): Promise<boolean>;
  session: SessionControl;
  ip: string;
  /** The `Idempotency-Key` header, if sent. */
  idempotencyKey: string | undefined;
}
