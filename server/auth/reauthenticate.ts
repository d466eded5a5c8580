import { AppError, unauthenticated } from '#server/lib/errors.ts';
import type { SessionControl } from '#server/trpc/context.ts';
import type { AuthDeps } from './auth-deps.ts';

/** By user: ten wrong proofs of identity an hour. Whoever holds a stolen session must not guess the password with it. */
export const REAUTHENTICATION_LIMIT = { name: 'reauthenticate', attempts: 10, seconds: 60 * 60 };

/**
 * Proves with the password that the user of a session is at the browser. Throws `AppError` INVALID_INPUT naming
 * `password` if it is wrong, TOO_MANY_REQUESTS, UNAVAILABLE, or UNAUTHENTICATED if the session has ended.
 */
export async function reauthenticate(
  deps: AuthDeps,
  { uid, session }: { uid: string; session: SessionControl },
  { password }: { password: string },
): Promise<void> {
  const user = await deps.users.byId(uid);
  if (user === undefined) throw unauthenticated();
  // Counted before the check and released after a success, so that parallel guesses cannot exceed the limit.
  const retryAfter = await deps.reauthentications.take(uid);
  if (retryAfter > 0) {
    throw new AppError('TOO_MANY_REQUESTS', 'Too many attempts. Please try again later.', {
      retry_after: retryAfter,
    });
  }
  if (!(await deps.passwords.matches(user.passwordHash, password))) throw wrongPassword();
  await deps.reauthentications.release(uid);
  if (!(await deps.sessions.markAuthenticated(uid, session.storedId))) throw unauthenticated();
}

function wrongPassword(): AppError {
  const message = 'Your password is not correct';
  return new AppError('INVALID_INPUT', message, { fields: { password: message } });
}
