import { AppError } from '#server/platform/lib/errors.ts';
import type { Context } from '#server/platform/trpc/context.ts';
import type { AuthDeps } from '#server/features/auth/auth-deps.ts';
import { startSession } from '#server/features/auth/sign-in.ts';
import type { UserRecord } from '#server/features/auth/user-store.ts';
import { activeSecondFactor, checkSecondFactor } from './check-second-factor.ts';
import { pendingSignInOf } from './pending-sign-in.ts';

/**
 * Signs in the browser that gave the right password within the last five minutes, with a code, once for each time that
 * the password was given. Returns the account. Throws `AppError` SIGN_IN_EXPIRED if it did not, or if the password or the
 * second factor was changed since; INVALID_INPUT naming `code`, TOO_MANY_REQUESTS.
 */
export async function completeSignIn(
  deps: AuthDeps,
  { session, client }: Pick<Context, 'session' | 'client'>,
  code: string,
): Promise<UserRecord> {
  const { pendingSignIn } = session;
  const user = pendingSignIn === null ? undefined : await deps.users.byId(pendingSignIn.uid);
  const factor = user && (await activeSecondFactor(deps, user._id));
  if (user === undefined || factor === undefined) throw expired();
  if (pendingSignInOf(user, factor).credential !== pendingSignIn?.credential) throw expired();
  const proof = await checkSecondFactor(deps, { session, client }, user, factor, code);
  if (!(await deps.sessions.endPendingSignIn(user._id, session.storedId))) throw expired();
  await startSession(deps, { session, client }, user, { proof });
  return user;
}

function expired(): AppError {
  return new AppError('SIGN_IN_EXPIRED', 'This took too long. Please enter your password again.');
}
