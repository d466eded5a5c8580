import type { Client } from '#server/trpc/context.ts';
import { verificationMail } from './account-mails.ts';
import type { AuthDeps } from '#server/auth/auth-deps.ts';
import type { UserRecord } from '#server/auth/user-model.ts';

/** Per user and kind of mail. */
export const MAIL_LIMIT = { name: 'mail', attempts: 5, seconds: 60 * 60 };

/** Mails a new verification link, unless the address is verified or its mail limit is reached. */
export async function sendVerification(deps: AuthDeps, user: UserRecord): Promise<void> {
  if (user.emailVerifiedAt !== undefined) return;
  if ((await deps.mailAttempts.take(`verify-email:${user._id}`)) > 0) return;
  const secret = await deps.links.issue('verify-email', user._id);
  await deps.mailer.send(verificationMail(user, deps.publicUrl, secret));
}

/**
 * Sends the verification mail again to the user that `find` returns. Lookup and mail run after the response, so that
 * the call does not reveal whether the user exists. Throws `AppError` TOO_MANY_REQUESTS.
 */
export async function resendVerification(
  deps: AuthDeps,
  client: Client,
  find: () => Promise<UserRecord | undefined>,
): Promise<void> {
  await deps.clientLimits.take('mail', client);
  deps.background.run('resend verification', async () => {
    const user = await find();
    if (user !== undefined) await sendVerification(deps, user);
  });
}
