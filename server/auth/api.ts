/** The user fields that other features may read. */
export interface UserSummary {
  uid: string;
  email: string;
  displayName: string;
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
}
