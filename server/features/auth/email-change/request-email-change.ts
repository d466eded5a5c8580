import type { AuthDeps } from '#server/features/auth/auth-deps.ts';
import { takeMail } from '#server/features/auth/limits/mail-limit.ts';
import { passwordDigest } from '#server/features/auth/mailed-links/mailed-link-store.ts';
import { normalizeEmail, type UserRecord } from '#server/features/auth/user-store.ts';
import { unauthenticated, invalidField } from '#server/platform/lib/errors.ts';
import { assertStillSignedIn, type Context } from '#server/platform/trpc/context.ts';
import { changeRequestedMail, confirmChangeMail, takenAddressMail } from './email-change-mails.ts';

/**
 * Mails a link to the new address of an account, and a notice to the present one. Nothing changes before the link is
 * opened; a new request voids the link of an earlier one, and so does another password. An address that belongs to another account gets a mail that
 * says so, which the caller cannot tell from success. Throws `AppError` INVALID_INPUT or TOO_MANY_REQUESTS.
 */
export async function requestEmailChange(
  deps: AuthDeps,
  caller: { uid: string } & Pick<Context, 'client' | 'stillSignedIn'>,
  email: string,
): Promise<void> {
  const user = await deps.users.byId(caller.uid);
  if (user === undefined) throw unauthenticated();
  // After the password was read, which the link is bound to: a reset ends the session before it sets another.
  await assertStillSignedIn(caller);
  if (normalizeEmail(email) === user.emailLower) {
    const message = 'This is your email already';
    throw invalidField('email', message);
  }
  await takeMail(deps, caller.client, 'change-email', user._id, normalizeEmail(email));
  await deps.events.record({
    uid: user._id,
    type: 'email_change_requested',
    client: caller.client,
    detail: { email },
  });
  deps.background.run('send email change notice', () =>
    deps.mailer.send(changeRequestedMail(user, email, deps)),
  );
  deps.background.run('send email change', () => mailNewAddress(deps, user, email));
}

async function mailNewAddress(deps: AuthDeps, user: UserRecord, email: string): Promise<void> {
  // Also for a taken address, as the request voids the earlier link in any case.
  const secret = await deps.links.issue('change-email', {
    uid: user._id,
    email,
    from: user.emailLower,
    passwordDigest: passwordDigest(user),
  });
  const isTaken = (await deps.users.byEmail(email)) !== undefined;
  await deps.mailer.send(isTaken ? takenAddressMail(email, deps) : confirmChangeMail(email, deps, secret));
}
