import type { AuthDeps } from '#server/features/auth/auth-deps.ts';
import { newBrowserMail } from '#server/features/auth/account-mails.ts';
import type { UserRecord } from '#server/features/auth/user-store.ts';
import type { Client } from '#server/platform/trpc/context.ts';

/** Mails a user, after the response, that the account was signed in to from a new browser; at most five an hour. */
export function mailNewBrowser(deps: AuthDeps, user: UserRecord, client: Client): void {
  const at = deps.clock.now();
  deps.background.run('send new browser notice', async () => {
    if ((await deps.mailAttempts.take(`new-browser:${user._id}`)) > 0) return;
    await deps.mailer.send(newBrowserMail(user, deps, { ...client, at }));
  });
}
