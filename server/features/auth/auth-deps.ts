import type { AccountEvents } from '#server/features/account/events/api.ts';
import type { AccountBilling, AccountCampaigns } from '#shared/schemas/account/auth.ts';
import type { VoiceView } from '#shared/schemas/voices.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import type { Mailer } from '#server/providers/mail/port.ts';
import type { BackgroundTasks } from '#server/platform/lib/concurrency/background-tasks.ts';
import type { AttemptLimiter } from './limits/attempt-store.ts';
import type { ClientLimits } from './limits/client-limits.ts';
import type { SignInLimits } from './limits/sign-in-limits.ts';
import type { KnownBrowsers } from './known-browsers/known-browser-store.ts';
import type { EmailAddresses } from './email-change/email-addresses.ts';
import type { MailedLinks } from './mailed-links/mailed-link-store.ts';
import type { Passwords } from './passwords/passwords.ts';
import type { CustomerDetails, Subscriptions } from '#server/features/billing/api.ts';
import type { IdempotencyKeyStore } from '#server/platform/idempotency/idempotency-key-store.ts';
import type { SecretBox } from '#server/platform/lib/secrets/secret-box.ts';
import type { ChallengeStore } from './passkeys/challenge-store.ts';
import type { PasskeyStore } from './passkeys/passkey-store.ts';
import type { FactorResetStore } from './second-factor/factor-reset-store.ts';
import type { SecondFactorStore } from './second-factor/second-factor-store.ts';
import type { UserSessions } from '#server/platform/http/sessions/user-sessions.ts';
import type { UserStore } from './user-store.ts';

/** The parts of the user-info response that other features provide. */
export interface UserInfoSources {
  voices(uid: string): Promise<VoiceView[]>;
  billing(uid: string): Promise<AccountBilling>;
  campaigns(uid: string): Promise<{ contacts: number; campaigns: AccountCampaigns }>;
}

/** Addresses and links shown by the client. */
export interface PublicLinks {
  supportEmail: string;
  salesEmail: string;
  privacyUrl: string;
  termsUrl: string;
}

/** Dependencies of the use cases in this feature. */
export interface AuthDeps {
  clock: Clock;
  log: Logger;
  mailer: Mailer;
  /** The mail server itself, where it matters whether it has taken a mail; a command has none. */
  directMailer: () => Mailer;
  /** Base URL of mailed links, without a trailing slash. */
  publicUrl: string;
  requireEmailVerification: boolean;
  publicLinks: PublicLinks;
  subscriptions: Pick<Subscriptions, 'isSubscribed'>;
  customers: CustomerDetails;
  userInfoSources: UserInfoSources;
  sessions: UserSessions;
  idempotencyKeys: IdempotencyKeyStore;
  /** The history of accounts. */
  events: AccountEvents;
  /** Erases the history of an account. */
  eraseHistory(uid: string): Promise<void>;
  /** Whether an account has credits, payments, campaigns or voices. */
  wasUsed(account: { uid: string; streamId: string }): Promise<boolean>;
  /** Encrypts the secrets of authenticator apps. */
  secretBox: SecretBox;
  /** Revokes all API keys of a user. */
  revokeApiKeys(uid: string): Promise<void>;
  users: UserStore;
  emailAddresses: EmailAddresses;
  links: MailedLinks;
  knownBrowsers: KnownBrowsers;
  secondFactors: SecondFactorStore;
  factorResets: FactorResetStore;
  signInLimits: SignInLimits;
  passkeys: PasskeyStore;
  challenges: ChallengeStore;
  /** Counts changes of password, tried or made, by user. */
  passwordChanges: AttemptLimiter;
  /** Counts wrong codes of the second factor by user. */
  secondFactorAttempts: AttemptLimiter;
  /** Counts challenges for sign-ins with a passkey by network. */
  passkeyChallenges: AttemptLimiter;
  /** Counts failed reauthentications by user. */
  reauthentications: AttemptLimiter;
  /** Counts requested mails by kind, and the user or address they are requested for. */
  mailAttempts: AttemptLimiter;
  /** Counts registrations and requested mails by network and in total. */
  clientLimits: ClientLimits;
  passwords: Passwords;
  background: BackgroundTasks;
}
