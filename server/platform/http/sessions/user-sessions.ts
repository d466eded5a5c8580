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
  /** Ends a pending sign-in of the user. Returns false if it has ended before, as by another completion at the same time. */
  endPendingSignIn(uid: string, id: string): Promise<boolean>;
  /** Records that the user has just proved their identity in a session. Returns false if it has ended. */
  markAuthenticated(uid: string, id: string): Promise<boolean>;
  /** Ends all sessions, pending registrations and pending sign-ins, but for the session with the id `except`. */
  endAll(uid: string, except?: string): Promise<void>;
}
