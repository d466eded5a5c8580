/** Who is calling, as far as procedures need to know. */
export interface SignedInUser {
  uid: string;
  /** The id of the user's credit stream (design §3). */
  streamId: string;
}

/** What a procedure may do to the caller's browser session. */
export interface SessionControl {
  /** Signs the browser in with a fresh session id; one hour, absolute. Answers when it ends. */
  signIn(user: SignedInUser): Promise<Date>;
  signOut(): Promise<void>;
  /** When the caller's session ends; `null` without one. */
  expiresAt: Date | null;
  /** Remembers in this browser which registration it began, and answers it (contract §6, check-email-verification). */
  rememberRegistration(uid: string): Promise<void>;
  registeredUid: string | null;
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
