import type { Connection } from 'mongoose';
import type { Clock } from '#server/lib/clock.ts';
import type { Logger } from '#server/lib/log.ts';
import type { Mailer } from '#server/providers/mail/port.ts';
import { router } from '#server/trpc/trpc.ts';
import { createAfterResponse } from './after-answer.ts';
import { createAttemptLimiter } from './limits/attempt-limiter.ts';
import { createAttemptModel } from './limits/attempt-model.ts';
import type { AuthDeps } from './auth-deps.ts';
import { createClientLimits, NETWORK_LIMITS, type Limits } from './limits/client-limits.ts';
import { createKeyedMutex } from '#server/lib/keyed-mutex.ts';
import { createMailedLinkModel } from './mailed-links/mailed-link-model.ts';
import { createMailedLinks } from './mailed-links/mailed-link-store.ts';
import { createPasswords } from './passwords.ts';
import type { AccountParts, PublicLinks, Subscriptions, UserSummary, Users } from './ports.ts';
import { passwordProcedures } from './procedures/password.ts';
import { profileProcedures } from './procedures/profile.ts';
import { registrationProcedures } from './procedures/registration.ts';
import { sessionProcedures } from './procedures/session.ts';
import { MAIL_LIMIT } from './mailed-links/resend-verification.ts';
import { SIGN_IN_LIMIT } from './sign-in.ts';
import { createUserModel, type UserRecord } from './user-model.ts';
import { createUserStore, type UserStore } from './user-store.ts';

/** What accounts are built from. */
export interface AuthFeatureOptions {
  connection: Connection;
  clock: Clock;
  log: Logger;
  mailer: Mailer;
  /** Where people reach Hark, without a trailing slash; mailed links begin with it. */
  publicUrl: string;
  requireEmailVerification: boolean;
  links: PublicLinks;
  subscriptions: Subscriptions;
  accountParts: AccountParts;
  endAllSessions(uid: string): Promise<void>;
  /** The limits of clients on this machine; those of every network where absent. */
  limitsOnThisMachine?: Limits | undefined;
}

/** Accounts: registration, sign-in, verification, passwords and profiles. */
export function createAuthFeature({ connection, links: publicLinks, ...options }: AuthFeatureOptions) {
  const userModel = createUserModel(connection);
  const linkModel = createMailedLinkModel(connection);
  const deps: AuthDeps = {
    ...options,
    publicLinks,
    users: createUserStore(userModel),
    links: createMailedLinks(linkModel, options.clock),
    signInTries: createAttemptLimiter(connection, SIGN_IN_LIMIT),
    mailTries: createAttemptLimiter(connection, MAIL_LIMIT),
    clientLimits: createClientLimits(connection, {
      onThisMachine: options.limitsOnThisMachine ?? NETWORK_LIMITS,
    }),
    passwords: createPasswords(),
    exclusive: createKeyedMutex(),
    afterAnswer: createAfterResponse(options.log),
  };
  return {
    router: router({
      ...sessionProcedures(deps),
      ...registrationProcedures(deps),
      ...passwordProcedures(deps),
      ...profileProcedures(deps),
    }),
    users: usersPort(deps.users),
    /** Takes the address of an account as verified, without a mail; for the demo account. */
    async verifyAddress(email: string): Promise<void> {
      const user = await deps.users.byEmail(email);
      if (user !== undefined) await deps.users.markVerified(user._id, options.clock.now());
    },
    /** Resolves when mails promised by earlier answers are on their way. */
    idle: () => deps.afterAnswer.idle(),
    models: [userModel, linkModel, createAttemptModel(connection)],
  };
}

function usersPort(store: UserStore): Users {
  return {
    byUid: async (uid) => optional(await store.byId(uid)),
    byEmail: async (email) => optional(await store.byEmail(email)),
  };
}

function optional(user: UserRecord | undefined): UserSummary | undefined {
  return user && summary(user);
}

function summary({ _id, email, displayName, emailVerifiedAt, streamId }: UserRecord): UserSummary {
  return { uid: _id, email, displayName, emailConfirmed: emailVerifiedAt !== undefined, streamId };
}
