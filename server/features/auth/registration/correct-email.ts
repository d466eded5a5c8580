import { AppError } from '#server/platform/lib/errors.ts';
import type { Context } from '#server/platform/trpc/context.ts';
import type { AuthDeps } from '#server/features/auth/auth-deps.ts';
import { takeMail } from '#server/features/auth/limits/mail-limit.ts';
import { sendVerification } from '#server/features/auth/mailed-links/mailed-links.ts';
import { normalizeEmail } from '#server/features/auth/user-store.ts';

/**
 * Replaces the address of the registration that this browser began and mails the link to the new one; links mailed to
 * the old one no longer work. Returns the address. Throws `AppError` NOT_FOUND without a pending registration, LINK_USED
 * if it has been verified, ALREADY_EXISTS as a registration does, or TOO_MANY_REQUESTS.
 */
export async function correctEmail(
  deps: AuthDeps,
  { client, session }: Pick<Context, 'client' | 'session'>,
  email: string,
): Promise<string> {
  const { registration } = session;
  if (registration === null) throw new AppError('NOT_FOUND', 'No pending verification found');
  await takeMail(deps, client, 'verify-email', registration.uid, normalizeEmail(email));
  const change = await deps.emailAddresses.correct(registration, email);
  if (change === 'taken') {
    throw new AppError('ALREADY_EXISTS', 'An account with this email already exists.');
  }
  if (change === 'lost') throw new AppError('LINK_USED', 'Email already verified');
  deps.background.run('send verification', async () => {
    const user = await deps.users.byId(registration.uid);
    if (user !== undefined) await sendVerification(deps, user);
  });
  return email;
}
