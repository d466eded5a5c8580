import type { OptionalMail } from '#shared/schemas/account/mail-choices.ts';
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
  /** Optional mails that the user has turned off. */
  mutedMails: readonly OptionalMail[];
  /** Whether the user has closed the list of first steps. */
  firstRunClosed?: boolean | undefined;
  /** The id of the user's credit event stream. */
  streamId: string;
  /** Since when support has suspended the account: no calls are placed for it. */
  suspendedAt?: Date | undefined;
}

/** User lookup for other features. */
export interface Users {
  byUid(uid: string): Promise<UserSummary | undefined>;
  /** Whether a user has an account that is not being erased. */
  isOpen(uid: string): Promise<boolean>;
  /** Finds a user by e-mail address, ignoring case. */
  byEmail(email: string): Promise<UserSummary | undefined>;
  /** Closes the list of first steps of a user. */
  closeFirstRun(uid: string): Promise<void>;
  /** Returns the credit event stream of a user, also of one whose account is being erased. */
  streamIdOf(uid: string): Promise<string | undefined>;
}

/** An account that is being erased. */
export interface ClosingAccount extends Omit<
  UserSummary,
  'companyName' | 'mutedMails' | 'firstRunClosed' | 'suspendedAt'
> {
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
  /** Marks the account of a user as closing without a proof, for support, unless `check` throws. Throws CONFLICT if it changed. */
  closeFor(uid: string, check: () => Promise<void>): Promise<ClosingAccount>;
  /** Returns accounts that are being erased, the longest first. */
  listClosing(limit: number): Promise<ClosingAccount[]>;
  /** Ends all sessions and erases mailed links and counted attempts. Repeatable. */
  eraseAccess(account: { uid: string; email: string | undefined }): Promise<void>;
  /** Erases the record of a closing account. Repeatable. */
  erase(uid: string): Promise<void>;
}
