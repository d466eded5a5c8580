import type { Connection } from 'mongoose';
import { createBackgroundTasks } from '#server/platform/lib/concurrency/background-tasks.ts';
import { createAttemptLimiter, createAttemptModel } from './limits/attempt-store.ts';
import type { AuthDeps } from './auth-deps.ts';
import { createClientLimits, LOCAL_LIMITS, NETWORK_LIMITS } from './limits/client-limits.ts';
import { createKnownBrowserModel, createKnownBrowsers } from './known-browsers/known-browser-store.ts';
import { createEmailAddresses } from './email-change/email-addresses.ts';
import { createSignInLimits } from './limits/sign-in-limits.ts';
import { CHANGE_LIMIT } from './passwords/change-password.ts';
import { createMailedLinkModel, createMailedLinks } from './mailed-links/mailed-link-store.ts';
import { createPasswords } from './passwords/passwords.ts';
import { createChallengeModel, createChallengeStore } from './passkeys/challenge-store.ts';
import { createPasskeyModel, createPasskeyStore } from './passkeys/passkey-store.ts';
import { CHALLENGE_LIMIT } from './passkeys/use-passkey.ts';
import { REAUTHENTICATION_LIMIT } from './reauthenticate.ts';
import { MAIL_LIMIT } from './limits/mail-limit.ts';
import { SECOND_FACTOR_LIMIT } from './second-factor/check-second-factor.ts';
import { createFactorResetStore } from './second-factor/factor-reset-store.ts';
import { createSecondFactorModel, createSecondFactorStore } from './second-factor/second-factor-store.ts';
import { createUserModel, createUserStore } from './user-store.ts';

/** What auth needs of the app. */
export interface AuthNeeds extends Pick<
  AuthDeps,
  | 'clock'
  | 'log'
  | 'publicUrl'
  | 'subscriptions'
  | 'customers'
  | 'userInfoSources'
  | 'sessions'
  | 'wasUsed'
  | 'secretBox'
> {
  connection: Connection;
  /** Whether clients on this machine have their own, higher limits: in local mode. */
  isLocal: boolean;
  env: {
    REQUIRE_EMAIL_VERIFICATION?: boolean | undefined;
    SMTP_URL?: string | undefined;
    SUPPORT_EMAIL: string;
    SALES_EMAIL: string;
    PRIVACY_URL: string;
    TERMS_URL: string;
  };
  mails: Pick<AuthDeps, 'mailer'>;
  providers: Pick<AuthDeps, 'mailer'>;
  keys: Pick<AuthDeps, 'idempotencyKeys'>;
  accountEvents: Pick<AuthDeps, 'events'> & { eraseAll: AuthDeps['eraseHistory'] };
  apiKeys: { revokeAll: AuthDeps['revokeApiKeys'] };
}

/** Returns the models of auth. */
export function authModels(connection: Connection) {
  return {
    users: createUserModel(connection),
    links: createMailedLinkModel(connection),
    browsers: createKnownBrowserModel(connection),
    secondFactors: createSecondFactorModel(connection),
    passkeys: createPasskeyModel(connection),
    challenges: createChallengeModel(connection),
    attempts: createAttemptModel(connection),
  };
}

/** Returns what the use cases of auth depend on. */
export function createAuthDeps(app: AuthNeeds, models: ReturnType<typeof authModels>): AuthDeps {
  const { connection, clock, log, publicUrl, env } = app;
  const clientLimits = createClientLimits(connection, { local: app.isLocal ? LOCAL_LIMITS : NETWORK_LIMITS });
  return {
    clock,
    log,
    publicUrl,
    requireEmailVerification: env.REQUIRE_EMAIL_VERIFICATION ?? env.SMTP_URL !== undefined,
    publicLinks: {
      supportEmail: env.SUPPORT_EMAIL,
      salesEmail: env.SALES_EMAIL,
      privacyUrl: env.PRIVACY_URL,
      termsUrl: env.TERMS_URL,
    },
    mailer: app.mails.mailer,
    directMailer: () => app.providers.mailer,
    sessions: app.sessions,
    secretBox: app.secretBox,
    customers: app.customers,
    userInfoSources: app.userInfoSources,
    idempotencyKeys: app.keys.idempotencyKeys,
    events: app.accountEvents.events,
    eraseHistory: (uid) => app.accountEvents.eraseAll(uid),
    subscriptions: { isSubscribed: (uid) => app.subscriptions.isSubscribed(uid) },
    wasUsed: (account) => app.wasUsed(account),
    revokeApiKeys: (uid) => app.apiKeys.revokeAll(uid),
    users: createUserStore(models.users),
    emailAddresses: createEmailAddresses(models.users),
    links: createMailedLinks(models.links, clock),
    knownBrowsers: createKnownBrowsers(models.browsers, clock),
    secondFactors: createSecondFactorStore(models.secondFactors),
    factorResets: createFactorResetStore(models.secondFactors),
    passkeys: createPasskeyStore(models.passkeys),
    challenges: createChallengeStore(models.challenges, clock),
    passkeyChallenges: createAttemptLimiter(connection, CHALLENGE_LIMIT),
    secondFactorAttempts: createAttemptLimiter(connection, SECOND_FACTOR_LIMIT),
    passwordChanges: createAttemptLimiter(connection, CHANGE_LIMIT),
    reauthentications: createAttemptLimiter(connection, REAUTHENTICATION_LIMIT),
    mailAttempts: createAttemptLimiter(connection, MAIL_LIMIT),
    clientLimits,
    signInLimits: createSignInLimits(connection, { clock, clientLimits }),
    passwords: createPasswords(),
    background: createBackgroundTasks(log),
  };
}
