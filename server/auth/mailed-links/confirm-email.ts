import { AppError } from '#server/lib/errors.ts';
import type { BegunRegistration } from '#server/trpc/context.ts';
import type { AuthDeps } from '#server/auth/auth-deps.ts';
import type { UserRecord } from '#server/auth/user-model.ts';

/** Who follows a mailed link, as far as their browser shows. */
export interface Opener {
  /** The user the browser is signed in as. */
  uid: string | undefined;
  registration: BegunRegistration | null;
}

/**
 * Confirms an address with the secret of its mailed link, in the browser that registered it or is signed in with it;
 * returns the account. Whoever registers somebody else's address must not be let in by the owner's confirmation: any
 * other browser gets PASSWORD_REQUIRED, with the address, and confirms with `confirmEmailWithPassword`.
 * Throws LINK_USED for a link whose address is verified, LINK_INVALID for an unknown or expired one.
 */
export async function confirmEmail(deps: AuthDeps, secret: string, opener: Opener): Promise<UserRecord> {
  const user = await userOfLink(deps, secret);
  if (opener.uid !== user._id && !registered(opener, user)) {
    throw new AppError('PASSWORD_REQUIRED', 'Choose a password to confirm your email.', {
      email: user.email,
    });
  }
  const now = deps.clock.now();
  if (!(await deps.users.markVerified(user._id, now))) throw alreadyVerified();
  if (user.registrationId !== undefined) await deps.users.useRegistration(user._id, user.registrationId);
  return { ...user, emailVerifiedAt: now };
}

/**
 * Confirms an address in any other browser, with a password of the opener's own; returns the account. The password of
 * the registration, and every session that it led to, end before the address counts as verified.
 * Throws LINK_USED and LINK_INVALID.
 */
export async function confirmEmailWithPassword(
  deps: AuthDeps,
  secret: string,
  password: string,
): Promise<UserRecord> {
  const user = await userOfLink(deps, secret);
  const passwordHash = await deps.passwords.hash(password);
  const now = deps.clock.now();
  // Before and after the change: a crash in between leaves no session of the old password, and neither does a race.
  await deps.endAllSessions(user._id);
  if (!(await deps.users.verifyWithPassword(user._id, now, passwordHash))) throw alreadyVerified();
  await deps.endAllSessions(user._id);
  await deps.signInTries.clear(user.emailLower);
  return { ...user, passwordHash, emailVerifiedAt: now };
}

/** The account that a link may still verify. */
async function userOfLink(deps: AuthDeps, secret: string): Promise<UserRecord> {
  const link = await deps.links.find('verify-email', secret);
  const user = link && (await deps.users.byId(link.uid));
  if (link === undefined || user === undefined)
    throw new AppError('LINK_INVALID', 'This verification link is not valid.');
  if (user.emailVerifiedAt !== undefined) throw alreadyVerified();
  if (link.expiresAt <= deps.clock.now())
    throw new AppError('LINK_INVALID', 'This verification link has expired.');
  return user;
}

function registered({ registration }: Opener, user: UserRecord): boolean {
  return registration?.uid === user._id && registration.id === user.registrationId;
}

function alreadyVerified(): AppError {
  return new AppError('LINK_USED', 'Email already verified');
}
