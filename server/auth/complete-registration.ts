import { AppError } from '#server/lib/errors.ts';
import type { Context } from '#server/trpc/context.ts';
import type { AuthDeps } from './auth-deps.ts';
import { startSession } from './start-session.ts';
import type { UserRecord } from './user-model.ts';

/**
 * Signs the browser that registered `uid` in, once, when the address is verified and its password is still the one of
 * the registration; returns the account. A browser that is signed in as `uid` keeps its session as it is.
 * Throws EMAIL_NOT_VERIFIED_YET, which also says nothing of accounts that this browser did not register.
 */
export async function completeRegistration(
  deps: AuthDeps,
  uid: string,
  { user: signedIn, session }: Pick<Context, 'user' | 'session'>,
): Promise<UserRecord> {
  const user = await deps.users.byId(uid);
  if (user?.emailVerifiedAt !== undefined) {
    if (signedIn?.uid === uid) return user;
    const { registration } = session;
    if (registration?.uid === uid && (await deps.users.useRegistration(uid, registration.id))) {
      await startSession(deps, session, user);
      return user;
    }
  }
  throw new AppError('EMAIL_NOT_VERIFIED_YET', 'Email not verified');
}
