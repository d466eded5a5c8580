import type { Connection } from 'mongoose';
import { HOUR_MS } from '#shared/time-units.ts';
import type { Duty } from '#server/platform/work/duty.ts';
import { erases } from '#server/platform/module/erasure-step.ts';
import { router } from '#server/platform/trpc/trpc.ts';
import { createBackgroundTasks } from '#server/platform/lib/concurrency/background-tasks.ts';
import { createAttemptLimiter, createAttemptModel } from './limits/attempt-store.ts';
import type { AuthDeps } from './auth-deps.ts';
import { createClientLimits, LOCAL_LIMITS, NETWORK_LIMITS } from './limits/client-limits.ts';
import { createAccountClosing } from './closing/close-account.ts';
import { ClosingAccountStore } from './closing/closing-account-store.ts';
import { accountSections } from './export-account.ts';
import { presentProfile } from './present-account.ts';
import { createKnownBrowserModel, createKnownBrowsers } from './known-browsers/known-browser-store.ts';
import { createEmailAddresses } from './email-change/email-addresses.ts';
import { eraseUnverified } from './registration/erase-unverified.ts';
import { createSignInLimits } from './limits/sign-in-limits.ts';
import { CHANGE_LIMIT } from './passwords/change-password.ts';
import { createMailedLinkModel, createMailedLinks } from './mailed-links/mailed-link-store.ts';
import { createPasswords } from './passwords/passwords.ts';
import type { UserSummary, Users } from './api.ts';
import { passwordProcedures, profileProcedures, sessionProcedures } from './procedures/account.ts';
import { emailChangeProcedures } from './procedures/email-change.ts';
import { securityProcedures } from './procedures/security.ts';
import { passkeyProcedures } from './procedures/passkeys.ts';
import { createChallengeModel, createChallengeStore } from './passkeys/challenge-store.ts';
import { createPasskeyModel, createPasskeyStore } from './passkeys/passkey-store.ts';
import { CHALLENGE_LIMIT } from './passkeys/use-passkey.ts';
import { secondFactorProcedures } from './procedures/second-factor.ts';
import { registrationProcedures } from './procedures/registration.ts';
import { REAUTHENTICATION_LIMIT } from './reauthenticate.ts';
import { MAIL_LIMIT } from './limits/mail-limit.ts';
import { SECOND_FACTOR_LIMIT } from './second-factor/check-second-factor.ts';
import { resealSecrets } from './second-factor/reseal-secrets.ts';
import { createSecondFactorModel, createSecondFactorStore } from './second-factor/second-factor-store.ts';
import { createUserModel, type UserRecord, createUserStore, type UserStore } from './user-store.ts';

/** What auth needs of the app. */
interface AuthNeeds extends Pick<
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
  keys: Pick<AuthDeps, 'requestKeys'>;
  accountEvents: Pick<AuthDeps, 'events'>;
  apiKeys: { revokeAll: AuthDeps['revokeApiKeys'] };
}

/** Builds the auth feature: registration, sign-in, e-mail verification, passwords and profiles. */
export function createAuthFeature(app: AuthNeeds) {
  const { connection, clock, log, publicUrl, env } = app;
  const userModel = createUserModel(connection);
  const linkModel = createMailedLinkModel(connection);
  const browserModel = createKnownBrowserModel(connection);
  const secondFactorModel = createSecondFactorModel(connection);
  const clientLimits = createClientLimits(connection, { local: app.isLocal ? LOCAL_LIMITS : NETWORK_LIMITS });
  const passkeyModel = createPasskeyModel(connection);
  const challengeModel = createChallengeModel(connection);
  const deps: AuthDeps = {
    ...{ clock, log, publicUrl },
    requireEmailVerification: env.REQUIRE_EMAIL_VERIFICATION ?? env.SMTP_URL !== undefined,
    publicLinks: {
      supportEmail: env.SUPPORT_EMAIL,
      salesEmail: env.SALES_EMAIL,
      privacyUrl: env.PRIVACY_URL,
      termsUrl: env.TERMS_URL,
    },
    mailer: app.mails.mailer,
    sessions: app.sessions,
    secretBox: app.secretBox,
    customers: app.customers,
    userInfoSources: app.userInfoSources,
    requestKeys: app.keys.requestKeys,
    events: app.accountEvents.events,
    subscriptions: { isSubscribed: (uid) => app.subscriptions.isSubscribed(uid) },
    wasUsed: (account) => app.wasUsed(account),
    revokeApiKeys: (uid) => app.apiKeys.revokeAll(uid),
    users: createUserStore(userModel),
    emailAddresses: createEmailAddresses(userModel),
    links: createMailedLinks(linkModel, clock),
    knownBrowsers: createKnownBrowsers(browserModel, clock),
    secondFactors: createSecondFactorStore(secondFactorModel),
    passkeys: createPasskeyStore(passkeyModel),
    challenges: createChallengeStore(challengeModel, clock),
    passkeyChallenges: createAttemptLimiter(connection, CHALLENGE_LIMIT),
    secondFactorAttempts: createAttemptLimiter(connection, SECOND_FACTOR_LIMIT),
    passwordChanges: createAttemptLimiter(connection, CHANGE_LIMIT),
    reauthentications: createAttemptLimiter(connection, REAUTHENTICATION_LIMIT),
    mailAttempts: createAttemptLimiter(connection, MAIL_LIMIT),
    clientLimits,
    signInLimits: createSignInLimits(connection, { clock: clock, clientLimits }),
    passwords: createPasswords(),
    background: createBackgroundTasks(log),
  };
  const closingStore = new ClosingAccountStore(userModel);
  const closing = createAccountClosing({ ...deps, closing: closingStore });
  const profileOf = async (uid: string) => {
    const user = await deps.users.byId(uid);
    return user && presentProfile(deps, user);
  };
  return {
    router: router({
      ...sessionProcedures(deps),
      ...registrationProcedures(deps),
      ...passwordProcedures(deps),
      ...profileProcedures(deps),
      ...securityProcedures(deps),
      ...secondFactorProcedures(deps),
      ...passkeyProcedures(deps),
      ...emailChangeProcedures(deps),
    }),
    users: usersPort(deps.users, closingStore),
    exported: { sections: accountSections({ profileOf, sessions: deps.sessions }) },
    closing,
    erasure: [{ ...erases('access', (account) => closing.eraseAccess(account)), endsAccess: true as const }],
    /** Marks the address of an account as verified without a mail; for the demo account. */
    async verifyAddress(email: string): Promise<void> {
      const user = await deps.users.byEmail(email);
      if (user !== undefined) await deps.users.markVerified(user, clock.now());
    },
    /** Erases accounts that were not verified within 30 days, until `signal` is aborted. */
    eraseUnverified: (signal: AbortSignal) => eraseUnverified(deps, signal),
    /** Encrypts the secrets of authenticator apps with the newest secret of the key ring. */
    resealSecrets: () => resealSecrets(deps),
    duties: [
      { name: 'reseal-second-factors', everyMs: HOUR_MS, run: () => resealSecrets(deps) },
      { name: 'erase-unverified', everyMs: HOUR_MS, run: ({ signal }) => eraseUnverified(deps, signal) },
    ] satisfies Duty[],
    /** Resolves when no background mail is being sent. */
    idle: () => deps.background.idle(),
    models: [
      userModel,
      linkModel,
      browserModel,
      secondFactorModel,
      passkeyModel,
      challengeModel,
      createAttemptModel(connection),
    ],
  };
}

function usersPort(store: UserStore, closing: ClosingAccountStore): Users {
  return {
    streamIdOf: (uid) => closing.streamIdOf(uid),
    byUid: async (uid) => summaryOrUndefined(await store.byId(uid)),
    byEmail: async (email) => summaryOrUndefined(await store.byEmail(email)),
  };
}

function summaryOrUndefined(user: UserRecord | undefined): UserSummary | undefined {
  return user && toSummary(user);
}

function toSummary({ _id, emailVerifiedAt, ...user }: UserRecord): UserSummary {
  const { email, displayName, companyName, streamId } = user;
  return {
    uid: _id,
    email,
    displayName,
    companyName,
    emailConfirmed: emailVerifiedAt !== undefined,
    streamId,
  };
}
