import { AppError, unauthenticated } from '#server/lib/errors.ts';
import { greetingOf, renderEmail } from '#server/providers/mail/email-template.ts';
import type { Mail } from '#server/providers/mail/port.ts';
import type { Client, SessionControl } from '#server/trpc/context.ts';
import type { AuthDeps } from './auth-deps.ts';
import { checkCredentials } from './sign-in.ts';
import type { UserRecord } from './user-store.ts';

/**
 * Replaces the password of a signed-in user who knows the current one, ends all other sessions and mails the user.
 * Throws `AppError` INVALID_INPUT naming `current_password` if that is wrong, or the errors of a sign-in's limits.
 */
export async function changePassword(
  deps: AuthDeps,
  caller: { uid: string; client: Client; session: SessionControl },
  passwords: { current: string; next: string },
): Promise<void> {
  const user = await deps.users.byId(caller.uid);
  if (user === undefined) throw unauthenticated();
  await checkCredentials(deps, caller.client, { email: user.email, password: passwords.current }).catch(
    (error: unknown) => {
      throw error instanceof AppError && error.code === 'INVALID_CREDENTIALS' ? wrongPassword() : error;
    },
  );
  const passwordHash = await deps.passwords.hash(passwords.next);
  // Before and after the change: neither a crash nor a race leaves another session of the old password.
  await deps.sessions.endAll(user._id, caller.session.storedId);
  if (!(await deps.users.replacePassword(user._id, user.passwordHash, passwordHash))) throw wrongPassword();
  await deps.sessions.endAll(user._id, caller.session.storedId);
  mailPasswordChange(deps, user);
}

/** Mails a user that the password was changed, after the response. */
export function mailPasswordChange(deps: AuthDeps, user: UserRecord): void {
  deps.background.run('send password notice', () =>
    deps.mailer.send(passwordChangedMail(user, deps.publicUrl, deps.publicLinks.supportEmail)),
  );
}

function wrongPassword(): AppError {
  const message = 'Your current password is not correct';
  return new AppError('INVALID_INPUT', message, { fields: { current_password: message } });
}

function passwordChangedMail(user: UserRecord, publicUrl: string, supportEmail: string): Mail {
  return renderEmail(user.email, {
    subject: 'Your Hark password was changed',
    greeting: greetingOf({
      displayName: user.displayName,
      emailConfirmed: user.emailVerifiedAt !== undefined,
    }),
    paragraphs: ['The password of your account was changed. All other devices were signed out.'],
    action: { label: 'Review your devices', url: `${publicUrl}/profile` },
    closing: `If this was not you, reset your password at once and write to ${supportEmail}.`,
  });
}
