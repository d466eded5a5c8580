import { AppError, unauthenticated } from '#server/lib/errors.ts';
import { greetingOf, renderEmail } from '#server/providers/mail/email-template.ts';
import type { Mail } from '#server/providers/mail/port.ts';
import type { SessionControl } from '#server/trpc/context.ts';
import type { AuthDeps } from './auth-deps.ts';
import type { UserRecord } from './user-store.ts';

/** By user, wrong current passwords and changes together. Failed sign-ins do not count: anybody can cause them. */
export const CHANGE_LIMIT = { name: 'change-password', attempts: 10, seconds: 60 * 60 };

/**
 * Replaces the password of a signed-in user who knows the current one, ends all other sessions, voids mailed reset links
 * and mails the user. Throws `AppError` INVALID_INPUT naming `current_password` if that is wrong, TOO_MANY_REQUESTS or
 * UNAVAILABLE.
 */
export async function changePassword(
  deps: AuthDeps,
  caller: { uid: string; session: SessionControl },
  passwords: { current: string; next: string },
): Promise<void> {
  const user = await deps.users.byId(caller.uid);
  if (user === undefined) throw unauthenticated();
  const retryAfter = await deps.passwordChanges.take(user._id);
  if (retryAfter > 0) {
    throw new AppError('TOO_MANY_REQUESTS', 'Too many attempts. Please try again later.', {
      retry_after: retryAfter,
    });
  }
  if (!(await deps.passwords.matches(user.passwordHash, passwords.current))) throw wrongPassword();
  const passwordHash = await deps.passwords.hash(passwords.next);
  // Before and after the change: neither a crash nor a race leaves another session of the old password.
  await deps.sessions.endAll(user._id, caller.session.storedId);
  if (!(await deps.users.replacePassword(user._id, user.passwordHash, passwordHash))) throw wrongPassword();
  await deps.sessions.endAll(user._id, caller.session.storedId);
  await deps.links.voidNewest('reset-password', user._id);
  mailPasswordChange(deps, user, { revokedKeys: false });
}

/** Mails a user that the password was changed, after the response. `revokedKeys`: all API keys were revoked with it. */
export function mailPasswordChange(
  { background, mailer, publicUrl, publicLinks }: AuthDeps,
  user: UserRecord,
  change: { revokedKeys: boolean },
): void {
  background.run('send password notice', () =>
    mailer.send(passwordChangedMail(user, { ...change, publicUrl, ...publicLinks })),
  );
}

function wrongPassword(): AppError {
  const message = 'Your current password is not correct';
  return new AppError('INVALID_INPUT', message, { fields: { current_password: message } });
}

function passwordChangedMail(
  user: UserRecord,
  { revokedKeys, publicUrl, supportEmail }: { revokedKeys: boolean; publicUrl: string; supportEmail: string },
): Mail {
  return renderEmail(user.email, {
    subject: 'Your Hark password was changed',
    greeting: greetingOf({
      displayName: user.displayName,
      emailConfirmed: user.emailVerifiedAt !== undefined,
    }),
    paragraphs: [
      'The password of your account was changed, and all other devices were signed out.',
      revokedKeys
        ? 'All API keys of your account were revoked. Create new ones for the programs that need them.'
        : 'If you have API keys, review them too: a change of password does not revoke them.',
    ],
    action: { label: 'Review devices and keys', url: `${publicUrl}/profile` },
    closing: `If this was not you, reset your password at once and write to ${supportEmail}.`,
  });
}
