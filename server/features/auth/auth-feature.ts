import { createBatcher } from '#server/platform/lib/concurrency/batcher.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/time-units.ts';
import type { Duty } from '#server/platform/work/duty.ts';
import { erases } from '#server/platform/module/erasure-step.ts';
import { router } from '#server/platform/trpc/trpc.ts';
import { createAccountClosing } from './closing/close-account.ts';
import { ClosingAccountStore } from './closing/closing-account-store.ts';
import { accountSections } from './export-account.ts';
import type { AuthDeps } from './auth-deps.ts';
import { presentProfile } from './present-account.ts';
import { eraseUnverified } from './registration/erase-unverified.ts';
import type { UserSummary, Users } from './api.ts';
import { passwordProcedures, profileProcedures, sessionProcedures } from './procedures/account.ts';
import { emailChangeProcedures } from './procedures/email-change.ts';
import { mailChoiceProcedures } from './procedures/mail-choices.ts';
import { securityProcedures } from './procedures/security.ts';
import { passkeyProcedures } from './procedures/passkeys.ts';
import { secondFactorProcedures } from './procedures/second-factor.ts';
import { registrationProcedures } from './procedures/registration.ts';
import { carryOutResets } from './second-factor/reset-second-factor.ts';
import { resealSecrets } from './second-factor/reseal-secrets.ts';
import { createSupportActions } from './support-actions.ts';
import { type UserRecord, type UserStore } from './user-store.ts';
import { createAuthDeps, authModels, type AuthNeeds } from './create-auth-deps.ts';

/** A worker runs it when it starts too: its values of SESSION_SECRET may have changed. */
export const RESEAL_DUTY = 'reseal-second-factors';

/** Builds the auth feature: registration, sign-in, e-mail verification, passwords and profiles. */
export function createAuthFeature(app: AuthNeeds) {
  const models = authModels(app.connection);
  const deps = createAuthDeps(app, models);
  const closingStore = new ClosingAccountStore(models.users);
  const closing = createAccountClosing({ ...deps, closing: closingStore });
  const profileOf = async (uid: string) => {
    const user = await deps.users.byId(uid);
    return user && presentProfile(deps, user);
  };
  return {
    router: createAuthRouter(deps),
    users: usersPort(deps.users, closingStore),
    exported: { sections: accountSections({ ...deps, profileOf }) },
    closing,
    erasure: [{ ...erases('access', (account) => closing.eraseAccess(account)), atOnce: true as const }],
    /** Marks the address of an account as verified without a mail; for the demo account. */
    async verifyAddress(email: string): Promise<void> {
      const user = await deps.users.byEmail(email);
      if (user !== undefined) await deps.users.markVerified(user, deps.clock.now());
    },
    /** What `npm run support` does to an account. */
    support: createSupportActions(deps),
    /** Erases accounts that were not verified within 30 days, until `signal` is aborted. */
    eraseUnverified: (signal: AbortSignal) => eraseUnverified(deps, signal),
    duties: [
      { name: RESEAL_DUTY, everyMs: HOUR_MS, run: ({ signal }) => resealSecrets(deps, signal) },
      {
        name: 'reset-second-factors',
        everyMs: 5 * MINUTE_MS,
        run: ({ signal }) => carryOutResets(deps, signal),
      },
      { name: 'erase-unverified', everyMs: HOUR_MS, run: ({ signal }) => eraseUnverified(deps, signal) },
    ] satisfies Duty[],
    /** Resolves when no background mail is being sent. */
    idle: () => deps.background.idle(),
    models: Object.values(models),
  };
}

/** The tRPC procedures of registration, sign-in and profiles, each documented REST path among them. */
export function createAuthRouter(deps: AuthDeps) {
  return router({
    ...sessionProcedures(deps),
    ...registrationProcedures(deps),
    ...passwordProcedures(deps),
    ...profileProcedures(deps),
    ...securityProcedures(deps),
    ...secondFactorProcedures(deps),
    ...passkeyProcedures(deps),
    ...emailChangeProcedures(deps),
    ...mailChoiceProcedures(deps),
  });
}

/** Every request asks: those that arrive while one read is on its way share the next. */
const OPEN_READS = { maxWaitMs: 0, maxBatchSize: 1_000, concurrency: 1 };

function usersPort(store: UserStore, closing: ClosingAccountStore): Users {
  const isOpen = createBatcher(async (uids: readonly string[]) => {
    const open = await store.openAmong(uids);
    return uids.map((uid) => open.has(uid));
  }, OPEN_READS);
  return {
    isOpen,
    streamIdOf: (uid) => closing.streamIdOf(uid),
    byUid: async (uid) => summaryOrUndefined(await store.byId(uid)),
    closeFirstRun: (uid) => store.closeFirstRun(uid),
    byEmail: async (email) => summaryOrUndefined(await store.byEmail(email)),
  };
}

function summaryOrUndefined(user: UserRecord | undefined): UserSummary | undefined {
  return user && toSummary(user);
}

function toSummary({ _id, emailVerifiedAt, suspendedAt, ...user }: UserRecord): UserSummary {
  const { email, displayName, companyName, mutedMails = [], firstRunClosed, streamId } = user;
  return {
    uid: _id,
    email,
    displayName,
    companyName,
    emailConfirmed: emailVerifiedAt !== undefined,
    mutedMails,
    firstRunClosed,
    streamId,
    suspendedAt,
  };
}
