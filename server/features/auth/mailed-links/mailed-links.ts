import type { Client, Context, PendingRegistration } from '#server/platform/trpc/context.ts';
import { passwordResetMail, verificationMail } from '#server/features/auth/account-mails.ts';
import type { AuthDeps } from '#server/features/auth/auth-deps.ts';
import { mailPasswordChange } from '#server/features/auth/passwords/change-password.ts';
import { refuseGuessable } from '#server/features/auth/passwords/password-strength.ts';
import { revokeAccessAround } from '#server/features/auth/revoke-access.ts';
import { welcomeOnceVerified } from '#server/features/auth/registration/welcome.ts';
import { takeMail } from '#server/features/auth/limits/mail-limit.ts';
import { normalizeEmail, type UserRecord } from '#server/features/auth/user-store.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import { passwordDigest, type MailedLinkRecord } from './mailed-link-store.ts';

/** Mails a new verification link, unless the address is verified. */
export async function sendVerification(deps: AuthDeps, user: UserRecord): Promise<void> {
  if (user.emailVerifiedAt !== undefined) return;
  const secret = await deps.links.issue('verify-email', { uid: user._id, email: user.email });
  await deps.mailer.send(verificationMail(user, deps, secret));
}

/**
 * Sends the verification mail again to the user with an id or an address. Lookup and mail run after the response, so that
 * the call does not reveal whether the user exists. Throws `AppError` TOO_MANY_REQUESTS.
 */
export async function resendVerification(
  deps: AuthDeps,
  client: Client,
  to: { uid: string } | { email: string },
): Promise<void> {
  await takeMail(deps, client, 'verify-email', 'uid' in to ? to.uid : normalizeEmail(to.email));
  deps.background.run('resend verification', async () => {
    const user = await ('uid' in to ? deps.users.byId(to.uid) : deps.users.byEmail(to.email));
    if (user !== undefined) await sendVerification(deps, user);
  });
}

/** The session of the browser that opens a mailed link. */
export interface BrowserSession {
  /** The user the browser is signed in as. */
  uid: string | undefined;
  registration: PendingRegistration | null;
}

/**
 * Verifies an address with the secret of its mailed link; returns the account. Works in the browser that registered or
 * is signed in as that user. In any other browser it throws `AppError` PASSWORD_REQUIRED with the address: the person
 * who registered may not own the address and must not gain access by the owner's click.
 * Throws LINK_USED if the address is already verified, LINK_INVALID for an unknown or expired link.
 */
export async function confirmEmail(
  deps: AuthDeps,
  secret: string,
  browser: BrowserSession,
): Promise<UserRecord> {
  const user = await findLinkUser(deps, secret);
  if (browser.uid !== user._id && !registeredHere(browser, user)) {
    throw new AppError('PASSWORD_REQUIRED', 'Choose a password to confirm your email.', {
      email: user.email,
    });
  }
  const now = deps.clock.now();
  if (!(await deps.users.markVerified(user, now))) throw alreadyVerified();
  if (user.registrationId !== undefined) await deps.users.useRegistration(user._id, user.registrationId);
  const verified = { ...user, emailVerifiedAt: now };
  welcomeOnceVerified(deps, verified);
  return verified;
}

/**
 * Verifies an address in another browser, with a new password; returns the account. The password of the registration
 * and all sessions and API keys created with it are void before the address counts as verified.
 * Throws `AppError` LINK_USED or LINK_INVALID.
 */
export async function confirmEmailWithPassword(
  deps: AuthDeps,
  secret: string,
  password: string,
): Promise<UserRecord> {
  const user = await findLinkUser(deps, secret);
  await refuseGuessable(password, user);
  const passwordHash = await deps.passwords.hash(password);
  const now = deps.clock.now();
  const first = await revokeAccessAround(deps, user, () =>
    deps.users.verifyWithPassword(user, now, passwordHash),
  );
  if (!first) throw alreadyVerified();
  await deps.signInLimits.clear(user.emailLower);
  const verified = { ...user, passwordHash, emailVerifiedAt: now };
  welcomeOnceVerified(deps, verified);
  return verified;
}

/** Returns the account that a link can verify. */
async function findLinkUser(deps: AuthDeps, secret: string): Promise<UserRecord> {
  const link = await deps.links.find('verify-email', secret);
  const user = link && (await deps.users.byId(link.uid));
  if (link === undefined || user === undefined || !isMailedTo(link, user))
    throw new AppError('LINK_INVALID', 'This verification link is not valid.');
  if (user.emailVerifiedAt !== undefined) throw alreadyVerified();
  if (link.expiresAt <= deps.clock.now())
    throw new AppError('LINK_INVALID', 'This verification link has expired.');
  return user;
}

function registeredHere({ registration }: BrowserSession, user: UserRecord): boolean {
  return registration?.uid === user._id && registration.id === user.registrationId;
}

function alreadyVerified(): AppError {
  return new AppError('LINK_USED', 'Email already verified');
}

/**
 * Mails a password reset link if the address has an account. Lookup and mail run after the response, so that the call
 * does not reveal whether the account exists. Throws `AppError` TOO_MANY_REQUESTS.
 */
export async function requestPasswordReset(deps: AuthDeps, email: string, client: Client): Promise<void> {
  await takeMail(deps, client, 'reset-password', normalizeEmail(email));
  deps.background.run('send password reset', async () => {
    const user = await deps.users.byEmail(email);
    if (user === undefined) return;
    const { _id: uid, email: address } = user;
    const target = { uid, email: address, passwordDigest: passwordDigest(user) };
    const secret = await deps.links.issue('reset-password', target);
    await deps.mailer.send(passwordResetMail(user, deps, secret));
  });
}

/**
 * Sets a new password with the secret of a mailed link, unless it was changed since the link was requested; ends all sessions, forgets all browsers and revokes all API keys
 * of the user. Also marks the address as verified, which the mail proves, clears failed sign-ins and makes this browser
 * known, so that an owner can sign in during an attack. Throws `AppError` LINK_INVALID.
 */
export async function resetPassword(
  deps: AuthDeps,
  { token: secret, password }: { token: string; password: string },
  { session: { browser }, client }: Pick<Context, 'session' | 'client'>,
): Promise<void> {
  const link = await deps.links.find('reset-password', secret);
  const user = link && (await deps.users.byId(link.uid));
  if (link === undefined || user === undefined || !isMailedTo(link, user)) throw invalidLink();
  if (link.passwordDigest !== passwordDigest(user)) throw invalidLink();
  await refuseGuessable(password, user);
  const passwordHash = await deps.passwords.hash(password);
  if (!(await deps.links.redeem(link))) throw invalidLink();
  const replaced = await revokeAccessAround(deps, user, () => deps.users.setPassword(user, passwordHash));
  if (!replaced) throw invalidLink();
  const now = deps.clock.now();
  if (await deps.users.markVerified(user, now)) welcomeOnceVerified(deps, { ...user, emailVerifiedAt: now });
  await deps.signInLimits.clear(user.emailLower);
  browser.keep((await deps.knownBrowsers.remember(user._id, browser.secrets)).secret);
  await deps.events.record({ uid: user._id, type: 'password_reset', client });
  mailPasswordChange(deps, user, { revokedKeys: true });
}

/** Whether a link was mailed to the present address of its user: one mailed to an earlier address proves nothing. */
function isMailedTo(link: MailedLinkRecord, user: UserRecord): boolean {
  return link.email !== undefined && normalizeEmail(link.email) === user.emailLower;
}

/** Refuses a link that cannot be redeemed, or not any more. */
export function invalidLink(): AppError {
  return new AppError('LINK_INVALID', 'This link has expired or was already used. Please request a new one.');
}
