import type { Client } from '#server/trpc/context.ts';
import { verificationMail } from './account-mails.ts';
import type { AuthDeps } from '#server/auth/auth-deps.ts';
import type { UserRecord } from '#server/auth/user-model.ts';

/** Mails of one kind to one person: enough for lost ones, too few to be a nuisance. */
export const MAIL_LIMIT = { name: 'mail', tries: 5, seconds: 60 * 60 };

/** Mails a fresh verification link, unless the address is verified or has had its share of mails. */
export async function sendVerification(deps: AuthDeps, user: UserRecord): Promise<void> {
  if (user.emailVerifiedAt !== undefined) return;
  if ((await deps.mailTries.take(`verify-email:${user._id}`)) > 0) return;
  const secret = await deps.links.issue('verify-email', user._id);
  await deps.mailer.send(verificationMail(user, deps.publicUrl, secret));
}

/**
 * Sends the verification mail again to whomever `find` finds. That happens after the answer, so that answer and work
 * are the same whether or not the person is known. Throws TOO_MANY_REQUESTS.
 */
export async function resendVerification(
  deps: AuthDeps,
  client: Client,
  find: () => Promise<UserRecord | undefined>,
): Promise<void> {
  await deps.clientLimits.take('mail', client);
  deps.afterAnswer.run('resend verification', async () => {
    const user = await find();
    if (user !== undefined) await sendVerification(deps, user);
  });
}
