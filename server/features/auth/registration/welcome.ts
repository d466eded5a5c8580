import { welcomeMail } from '#server/features/auth/account-mails.ts';
import type { AuthDeps } from '#server/features/auth/auth-deps.ts';
import type { UserRecord } from '#server/features/auth/user-store.ts';

type WelcomeDeps = Pick<AuthDeps, 'background' | 'mailer' | 'publicUrl' | 'publicLinks'>;

/** Mails the welcome after the response. It is sent at most once: a mail that is lost with its process is not repeated. */
export function sendWelcome(deps: WelcomeDeps, user: UserRecord): void {
  deps.background.run('send welcome', () => deps.mailer.send(welcomeMail(user, deps)));
}

/**
 * Mails the welcome to a user whose address was just verified, for the one caller whose write verified it. Accounts that
 * needed no verification to begin with were welcomed at registration. `user` is the record from before that write.
 */
export function welcomeOnceVerified(deps: WelcomeDeps, user: UserRecord): void {
  if (user.registrationId !== undefined) sendWelcome(deps, user);
}
