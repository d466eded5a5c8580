import { AppError } from '#server/platform/lib/errors.ts';
import type { Context } from '#server/platform/trpc/context.ts';
import type { AuthDeps } from '#server/features/auth/auth-deps.ts';
import { pendingSignInOf, startSession } from '#server/features/auth/sign-in.ts';
import type { UserRecord } from '#server/features/auth/user-store.ts';
import { activeSecondFactor, checkSecondFactor } from './check-second-factor.ts';

/**
 * Signs in the browser that gave the right password within the last five minutes, with a code. Returns the account.
 * Throws `AppError` SIGN_IN_EXPIRED if it did not, or if the password or the second factor was changed since;
 * INVALID_INPUT naming `code`, TOO_MANY_REQUESTS.
 */
export async function completeSignIn(
  deps: AuthDeps,
  { session, client }: Pick<Context, 'session' | 'client'>,
  code: string,
): Promise<UserRecord> {
  const { pendingSignIn } = session;
  const user = pendingSignIn === null ? undefined : await deps.users.byId(pendingSignIn.uid);
  if (user === undefined || pendingSignInOf(user).credential !== pendingSignIn?.credential) throw expired();
  const factor = await activeSecondFactor(deps, user._id);
  if (factor === undefined) throw expired();
  await checkSecondFactor(deps, { session, client }, user, factor, code);
  await startSession(deps, { session, client }, user, { secondFactorProven: true });
  return user;
}

function expired(): AppError {
  return new AppError('SIGN_IN_EXPIRED', 'This took too long. Please enter your password again.');
}
