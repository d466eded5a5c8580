import type { Clock } from '#server/lib/clock.ts';
import type { Logger } from '#server/lib/log.ts';
import type { Mailer } from '#server/providers/mail/port.ts';
import type { AfterResponse } from './after-answer.ts';
import type { AttemptLimiter } from './limits/attempt-limiter.ts';
import type { ClientLimits } from './limits/client-limits.ts';
import type { KeyedMutex } from '#server/lib/keyed-mutex.ts';
import type { MailedLinks } from './mailed-links/mailed-link-store.ts';
import type { Passwords } from './passwords.ts';
import type { AccountParts, PublicLinks, Subscriptions } from './ports.ts';
import type { UserStore } from './user-store.ts';

/** What the use cases of this feature work with. */
export interface AuthDeps {
  clock: Clock;
  log: Logger;
  mailer: Mailer;
  publicUrl: string;
  requireEmailVerification: boolean;
  publicLinks: PublicLinks;
  subscriptions: Subscriptions;
  accountParts: AccountParts;
  /** Ends every session of a user, on every device. */
  endAllSessions(uid: string): Promise<void>;
  users: UserStore;
  links: MailedLinks;
  /** Failed sign-ins by address. */
  signInTries: AttemptLimiter;
  /** Mails sent on request, by kind and user. */
  mailTries: AttemptLimiter;
  /** Failed sign-ins, registrations and requested mails, by network and in total. */
  clientLimits: ClientLimits;
  passwords: Passwords;
  exclusive: KeyedMutex;
  afterAnswer: AfterResponse;
}
