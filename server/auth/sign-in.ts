import { AppError } from '#server/errors.ts';
import type { AuthDeps } from './auth-deps.ts';
import { isPassword } from './passwords.ts';
import type { UserRecord } from './user-model.ts';
import { emailKey } from './user-store.ts';

/** Ten failures within a quarter of an hour, then no more tries until it has passed (contract §6). */
export const SIGN_IN_LIMIT = { name: 'sign-in', tries: 10, seconds: 15 * 60 };

/**
 * Checks an e-mail address and a password; answers the account. Unknown addresses cost the same work as known ones.
 * A try is counted before it is checked and forgiven when it was right, so that parallel guesses cannot exceed the
 * limit; taking turns keeps right ones from being counted together.
 * Throws INVALID_CREDENTIALS, EMAIL_NOT_VERIFIED or TOO_MANY_REQUESTS.
 */
export function checkCredentials(deps: AuthDeps, email: string, password: string): Promise<UserRecord> {
  const key = emailKey(email);
  return deps.inTurn(key, async () => {
    const wait = await deps.signInTries.take(key);
    if (wait > 0) {
      throw new AppError('TOO_MANY_REQUESTS', 'Too many failed attempts. Please try again later.', {
        retry_after: wait,
      });
    }
    const user = await deps.users.byEmail(key);
    const matches = await isPassword(user?.passwordHash, password);
    if (user === undefined || !matches)
      throw new AppError('INVALID_CREDENTIALS', 'Invalid email or password');
    await deps.signInTries.clear(key);
    if (deps.requireEmailVerification && user.emailVerifiedAt === undefined) {
      throw new AppError('EMAIL_NOT_VERIFIED', 'Please verify your email before you sign in.', {
        user_id: user._id,
      });
    }
    return user;
  });
}
