import { AppError } from '#server/lib/errors.ts';
import type { Client } from '#server/trpc/context.ts';
import { passwordResetMail } from './account-mails.ts';
import type { AuthDeps } from '#server/auth/auth-deps.ts';

/**
 * Mails a password reset link if the address has an account. Lookup and mail run after the response, so that the call
 * does not reveal whether the account exists. Throws `AppError` TOO_MANY_REQUESTS.
 */
export async function requestPasswordReset(deps: AuthDeps, email: string, client: Client): Promise<void> {
  await deps.clientLimits.take('mail', client);
  deps.background.run('send password reset', async () => {
    const user = await deps.users.byEmail(email);
    if (user === undefined) return;
    if ((await deps.mailAttempts.take(`reset-password:${user._id}`)) > 0) return;
    const secret = await deps.links.issue('reset-password', user._id);
    await deps.mailer.send(passwordResetMail(user, deps.publicUrl, secret));
  });
}

/**
 * Sets a new password with the secret of a mailed link and ends all sessions of the user. Also marks the address as
 * verified, which the mail proves, and clears failed sign-ins. Throws `AppError` LINK_INVALID.
 */
export async function resetPassword(deps: AuthDeps, secret: string, password: string): Promise<void> {
  const link = await deps.links.find('reset-password', secret);
  const user = link && (await deps.users.byId(link.uid));
  if (link === undefined || user === undefined) throw invalidLink();
  const passwordHash = await deps.passwords.hash(password);
  if (!(await deps.links.redeem(link))) throw invalidLink();
  // Before and after the change: neither a crash nor a race leaves a session of the old password.
  await deps.endAllSessions(user._id);
  await deps.users.setPassword(user._id, passwordHash);
  await deps.endAllSessions(user._id);
  await deps.users.markVerified(user._id, deps.clock.now());
  await deps.signInAttempts.clear(user.emailLower);
}

function invalidLink(): AppError {
  return new AppError('LINK_INVALID', 'This link has expired or was already used. Please request a new one.');
}
