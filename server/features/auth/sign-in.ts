import { AppError } from '#server/platform/lib/errors.ts';
import type { Client, Context } from '#server/platform/trpc/context.ts';
import type { AuthDeps } from './auth-deps.ts';
import { mailNewBrowser } from './known-browsers/new-browser-mail.ts';
import { activeSecondFactor, type SecondFactorProof } from './second-factor/check-second-factor.ts';
import { pendingSignInOf } from './second-factor/pending-sign-in.ts';
import { type UserRecord, normalizeEmail } from './user-store.ts';

/**
 * Checks an e-mail address and a password; returns the account. An unknown address takes the same time as a known one.
 * Throws `AppError` INVALID_CREDENTIALS, EMAIL_NOT_VERIFIED, TOO_MANY_REQUESTS or UNAVAILABLE.
 */
export async function checkCredentials(
  deps: AuthDeps,
  { client, session }: Pick<Context, 'client' | 'session'>,
  { email, password }: { email: string; password: string },
): Promise<UserRecord> {
  const address = normalizeEmail(email);
  const found = await deps.users.byEmail(address);
  const browser = await deps.knownBrowsers.find(found?._id, session.browser.secrets);
  const attempt = { address, client, browserId: browser?.id };
  const user = await deps.signInLimits.run(attempt, async () => {
    const matches = await deps.passwords.matches(found?.passwordHash, password);
    if (found !== undefined && matches) return found;
    if (found !== undefined) recordFailure(deps, found._id, client);
    throw new AppError('INVALID_CREDENTIALS', 'Invalid email or password');
  });
  refuseUnverified(deps, user);
  return user;
}

/** Throws `AppError` EMAIL_NOT_VERIFIED for a user whose address must be verified first. */
export function refuseUnverified(
  { requireEmailVerification }: Pick<AuthDeps, 'requireEmailVerification'>,
  { _id, emailVerifiedAt }: UserRecord,
): void {
  if (!requireEmailVerification || emailVerifiedAt !== undefined) return;
  const text = 'Please verify your email before you sign in.';
  throw new AppError('EMAIL_NOT_VERIFIED', text, { user_id: _id });
}

/** Records a failed sign-in after the response, so that its duration does not show whether the account exists. */
function recordFailure({ background, events }: AuthDeps, uid: string, client: Client): void {
  background.run('record failed sign-in', () => events.record({ uid, type: 'sign_in_failed', client }));
}

/**
 * Signs the browser in as `user`, a record read earlier, and makes it known to the account. Every way to a session ends
 * here: unless the caller has a `proof` of the second factor, one that is on is asked for, and the browser may give it
 * within five minutes. A browser that was not known is mailed to the user, unless the sign-in completes a registration.
 * Throws `AppError` SECOND_FACTOR_REQUIRED; INVALID_CREDENTIALS if the password was changed, the account closed or the
 * proof lost its worth meanwhile.
 */
export async function startSession(
  deps: AuthDeps,
  { session, client }: Pick<Context, 'session' | 'client'>,
  user: UserRecord,
  { registering = false, proof }: { registering?: boolean; proof?: SecondFactorProof | undefined } = {},
): Promise<void> {
  const { users, sessions, knownBrowsers, events } = deps;
  const factor = proof === undefined ? await activeSecondFactor(deps, user._id) : undefined;
  if (factor !== undefined) {
    await session.rememberSignIn(pendingSignInOf(user, factor));
    throw secondFactorRequired();
  }
  const { browser } = session;
  const known = await knownBrowsers.remember(user._id, browser.secrets);
  await session.signIn({ uid: user._id, streamId: user.streamId }, known.id);
  // A change of the password or the second factor in between has ended all sessions, and this one must not outlive it.
  const current = await users.byId(user._id);
  const isProven = proof ?? (async () => (await activeSecondFactor(deps, user._id)) === undefined);
  if (current?.passwordHash === user.passwordHash && (await isProven())) {
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

function secondFactorRequired(): AppError {
  return new AppError(
    'SECOND_FACTOR_REQUIRED',
    'Enter the code of your authenticator app, or a recovery code. Programs send it as "code" with the password.',
  );
}
