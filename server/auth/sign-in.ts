import { AppError } from '#server/lib/errors.ts';
import type { Client } from '#server/trpc/context.ts';
import type { AuthDeps } from './auth-deps.ts';
import type { UserRecord } from './user-model.ts';
import { emailKey } from './user-store.ts';

/** Of one address: ten failures within a quarter of an hour, then no more tries until it has passed. */
export const SIGN_IN_LIMIT = { name: 'sign-in', tries: 10, seconds: 15 * 60 };

/**
 * Checks an e-mail address and a password; returns the account. Unknown addresses cost the same work as known ones.
 * A try is counted before it is checked, by network, in total and by address, and forgiven when it was right, so that
 * parallel guesses cannot exceed a limit; taking turns keeps right ones from being counted together.
 * Throws INVALID_CREDENTIALS, EMAIL_NOT_VERIFIED, TOO_MANY_REQUESTS or UNAVAILABLE.
 */
export function checkCredentials(
  deps: AuthDeps,
  client: Client,
  { email, password }: { email: string; password: string },
): Promise<UserRecord> {
  const key = emailKey(email);
  return deps.exclusive(`network:${client.network}`, async () => {
    await deps.clientLimits.take('sign-in', client);
    try {
      const user = await deps.exclusive(`address:${key}`, () => checkPassword(deps, key, password));
      await deps.clientLimits.release('sign-in', client);
      return user;
    } catch (error) {
      // Only wrong guesses count: an address that others have locked must not lock a whole network.
      const wrong = error instanceof AppError && error.code === 'INVALID_CREDENTIALS';
      if (!wrong) await deps.clientLimits.release('sign-in', client);
      throw error;
    }
  });
}

async function checkPassword(deps: AuthDeps, key: string, password: string): Promise<UserRecord> {
  const wait = await deps.signInTries.take(key);
  if (wait > 0) {
    throw new AppError('TOO_MANY_REQUESTS', 'Too many failed attempts. Please try again later.', {
      retry_after: wait,
    });
  }
  const user = await deps.users.byEmail(key);
  const matches = await deps.passwords.matches(user?.passwordHash, password).catch(async (error: unknown) => {
    await deps.signInTries.release(key);
    throw error;
  });
  if (user === undefined || !matches) throw new AppError('INVALID_CREDENTIALS', 'Invalid email or password');
  await deps.signInTries.clear(key);
  if (deps.requireEmailVerification && user.emailVerifiedAt === undefined) {
    throw new AppError('EMAIL_NOT_VERIFIED', 'Please verify your email before you sign in.', {
      user_id: user._id,
    });
  }
  return user;
}
