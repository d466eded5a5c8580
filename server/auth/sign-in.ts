import { AppError } from '#server/lib/errors.ts';
import type { Client, Context } from '#server/trpc/context.ts';
import type { AuthDeps } from './auth-deps.ts';
import { mailNewBrowser } from './known-browsers/new-browser-mail.ts';
import { type UserRecord, normalizeEmail } from './user-store.ts';

/** By e-mail address: ten failed attempts within 15 minutes. */
export const SIGN_IN_LIMIT = { name: 'sign-in', attempts: 10, seconds: 15 * 60 };

/**
 * Checks an e-mail address and a password; returns the account. An unknown address takes the same time as a known one.
 * Throws `AppError` INVALID_CREDENTIALS, EMAIL_NOT_VERIFIED, TOO_MANY_REQUESTS or UNAVAILABLE.
 */
export function checkCredentials(
  deps: AuthDeps,
  client: Client,
  { email, password }: { email: string; password: string },
): Promise<UserRecord> {
  const key = normalizeEmail(email);
  // Counted before the check and released after a success, so that parallel guesses cannot exceed a limit. The mutexes
  // keep parallel successful sign-ins from using up the limit.
  return deps.exclusive(`network:${client.network}`, async () => {
    await deps.clientLimits.take('sign-in', client);
    try {
      const user = await deps.exclusive(`address:${key}`, () =>
        checkPassword(deps, client, { key, password }),
      );
      await deps.clientLimits.release('sign-in', client);
      return user;
    } catch (error) {
      // Only wrong passwords count: a locked address must not lock the whole network.
      const wrong = error instanceof AppError && error.code === 'INVALID_CREDENTIALS';
      if (!wrong) await deps.clientLimits.release('sign-in', client);
      throw error;
    }
  });
}

async function checkPassword(
  deps: AuthDeps,
  client: Client,
  { key, password }: { key: string; password: string },
): Promise<UserRecord> {
  const retryAfter = await deps.signInAttempts.take(key);
  if (retryAfter > 0) {
    throw new AppError('TOO_MANY_REQUESTS', 'Too many failed attempts. Please try again later.', {
      retry_after: retryAfter,
    });
  }
  const user = await deps.users.byEmail(key);
  const matches = await deps.passwords.matches(user?.passwordHash, password).catch(async (error: unknown) => {
    await deps.signInAttempts.release(key);
    throw error;
  });
  if (user !== undefined && !matches) recordFailure(deps, user._id, client);
  if (user === undefined || !matches) throw new AppError('INVALID_CREDENTIALS', 'Invalid email or password');
  await deps.signInAttempts.clear(key);
  if (deps.requireEmailVerification && user.emailVerifiedAt === undefined) {
    throw new AppError('EMAIL_NOT_VERIFIED', 'Please verify your email before you sign in.', {
      user_id: user._id,
    });
  }
  return user;
}

/** Records a failed sign-in after the response, so that its duration does not show whether the account exists. */
function recordFailure({ background, events }: AuthDeps, uid: string, client: Client): void {
  background.run('record failed sign-in', () => events.record({ uid, type: 'sign_in_failed', client }));
}

/**
 * Signs the browser in as `user`, a record read earlier, and makes it known to the account. A browser that was not known
 * is mailed to the user, unless the sign-in completes a registration. A password change in between has ended all
 * sessions, and this one must not outlive it, so the account is read again afterwards.
 * Throws `AppError` INVALID_CREDENTIALS.
 */
export async function startSession(
  deps: AuthDeps,
  { session, client }: Pick<Context, 'session' | 'client'>,
  user: UserRecord,
  { registering = false } = {},
): Promise<void> {
  const { users, sessions, knownBrowsers, events } = deps;
  const { browser } = session;
  const known = await knownBrowsers.remember(user._id, browser.secrets);
  await session.signIn({ uid: user._id, streamId: user.streamId }, known.id);
  const current = await users.byId(user._id);
  if (current?.passwordHash === user.passwordHash) {
    browser.keep(known.secret);
    await sessions.endOldest(user._id);
    await events.record({ uid: user._id, type: 'signed_in', client });
    if (known.isNew && !registering) mailNewBrowser(deps, user, client);
    return;
  }
  await knownBrowsers.forget(user._id, known.id);
  await session.signOut();
  throw new AppError('INVALID_CREDENTIALS', 'Invalid email or password');
}
