import { AppError, unauthenticated, invalidField } from '#server/platform/lib/errors.ts';
import { requireRecentAuthentication } from '#server/platform/trpc/context.ts';
import type { AccountClosing, ClosingAccount, ClosingProof } from '#server/features/auth/api.ts';
import type { AuthDeps } from '#server/features/auth/auth-deps.ts';
import type { ClosingAccountStore } from './closing-account-store.ts';
import { confirmPassword, wrongPassword } from '#server/features/auth/passwords/confirm-password.ts';
import { activeSecondFactor } from '#server/features/auth/second-factor/check-second-factor.ts';
import { eraseAccess } from './erase-access.ts';
import { normalizeEmail, signedInAccount, type UserRecord } from '#server/features/auth/user-store.ts';

type ClosingDeps = AuthDeps & { closing: ClosingAccountStore };

/** Creates the port that closes accounts. */
export function createAccountClosing(deps: ClosingDeps): AccountClosing {
  const { closing } = deps;
  return {
    close: (uid, proof, check) => closeAccount(deps, uid, proof, check),
    closeFor: (uid, check) => closeForSupport(deps, uid, check),
    listClosing: async (limit) => (await closing.list(limit)).map(toClosing),
    eraseAccess: (account) => eraseAccess(deps, account),
    erase: (uid) => closing.erase(uid),
  };
}

async function closeAccount(
  deps: ClosingDeps,
  uid: string,
  { email, password, session }: ClosingProof,
  check: () => Promise<void>,
): Promise<ClosingAccount> {
  const user = await deps.users.byId(uid);
  if (user === undefined) throw unauthenticated();
  if (normalizeEmail(email) !== user.emailLower) {
    const message = 'Enter the email address of this account';
    throw invalidField('email', message);
  }
  // The password alone must not be enough where a second factor is on, and one proof is enough.
  if ((await activeSecondFactor(deps, uid)) === undefined)
    await confirmPassword(deps, user, password ?? '', 'password');
  else requireRecentAuthentication({ session });
  await check();
  const marked = await deps.closing.mark(uid, user.passwordHash, deps.clock.now());
  if (marked === undefined) throw wrongPassword('password');
  return toClosing(marked);
}

async function closeForSupport(
  deps: ClosingDeps,
  uid: string,
  check: () => Promise<void>,
): Promise<ClosingAccount> {
  const user = await signedInAccount(deps, uid);
  await check();
  const marked = await deps.closing.mark(uid, user.passwordHash, deps.clock.now());
  if (marked === undefined) throw new AppError('CONFLICT', 'The account has changed. Please try again.');
  return toClosing(marked);
}

function toClosing(user: UserRecord): ClosingAccount {
  const { _id: uid, email, displayName, emailVerifiedAt, streamId, closingAt } = user;
  if (closingAt === undefined) throw new Error(`The account ${uid} is not closing`);
  return { uid, email, displayName, emailConfirmed: emailVerifiedAt !== undefined, streamId, closingAt };
}
