import type { SessionControl } from '#server/platform/trpc/context.ts';

/** The user fields that other features may read. */
export interface UserSummary {
  uid: string;
  email: string;
  displayName: string;
  /** The name of the business, or `NOT_GIVEN`. */
  companyName: string;
  /** Whether the e-mail address is verified. */
  emailConfirmed: boolean;
  /** The id of the user's credit event stream. */
  streamId: string;
}

/** User lookup for other features. */
export interface Users {
  byUid(uid: string): Promise<UserSummary | undefined>;
  /** Finds a user by e-mail address, ignoring case. */
  byEmail(email: string): Promise<UserSummary | undefined>;
  /** Returns the credit event stream of a user, also of one whose account is being erased. */
  streamIdOf(uid: string): Promise<string | undefined>;
}

/** An account that is being erased. */
export interface ClosingAccount extends Omit<UserSummary, 'companyName'> {
  closingAt: Date;
}

/** What a user gives to close their account. */
export interface ClosingProof {
  /** The address of the account. */
  email: string;
  /** Needed unless a second factor is on. */
  password?: string | undefined;
  /** Must be recently authenticated if a second factor is on. */
  session: Pick<SessionControl, 'recentlyAuthenticated'>;
}

/** Closes accounts: from the mark on, an account has no sign-in, and `Users` does not find it. */
export interface AccountClosing {
  /**
   * Marks the account of a user who proves who they are as closing, unless `check` throws. Throws `AppError`
   * INVALID_INPUT naming `email` or `password`, REAUTHENTICATION_REQUIRED or TOO_MANY_REQUESTS.
   */
  close(uid: string, proof: ClosingProof, check: () => Promise<void>): Promise<ClosingAccount>;
  /** Returns accounts that are being erased, the longest first. */
  listClosing(limit: number): Promise<ClosingAccount[]>;
  /** Ends all sessions and erases mailed links and counted attempts. Repeatable. */
  eraseAccess(account: { uid: string; email: string | undefined }): Promise<void>;
  /** Erases the record of a closing account. Repeatable. */
  erase(uid: string): Promise<void>;
}

/** A browser in which a user is signed in. Times are milliseconds since the epoch. */
export interface Device {
  /** The stored id of the session; it gives no access. */
  id: string;
  userAgent: string;
  /** The IPv4 address or IPv6 /64 of the sign-in. */
  network: string;
  signedInAt: number;
  lastSeenAt: number;
  /** The id under which the account knows the browser. */
  browserId?: string | undefined;
}

/** The sessions of a user, on all devices. */
export interface UserSessions {
  /** Returns the signed-in browsers, the one last seen first; at most 50. */
  devices(uid: string): Promise<Device[]>;
  /** Ends the oldest sessions beyond the maximum of 50. */
  endOldest(uid: string): Promise<void>;
  /** Ends one session. Returns false if the user has none with this id. */
  end(uid: string, id: string): Promise<boolean>;
  /** Records that the user has just proved their identity in a session. Returns false if it has ended. */
  markAuthenticated(uid: string, id: string): Promise<boolean>;
  /** Ends all sessions, pending registrations and pending sign-ins, but for the session with the id `except`. */
  endAll(uid: string, except?: string): Promise<void>;
}
