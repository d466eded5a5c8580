import { HOUR_SECONDS } from '#shared/time-units.ts';
import { unauthenticated } from '#server/platform/lib/errors.ts';
import type { Client, SessionControl } from '#server/platform/trpc/context.ts';
import { passwordChangedMail } from '#server/features/auth/account-mails.ts';
import { refuseGuessable } from './password-strength.ts';
import type { AuthDeps } from '#server/features/auth/auth-deps.ts';
import { confirmPassword, wrongPassword } from './confirm-password.ts';
import { activeSecondFactor } from '#server/features/auth/second-factor/check-second-factor.ts';
import type { UserRecord } from '#server/features/auth/user-store.ts';

/** By user, wrong current passwords and changes together. Failed sign-ins do not count: anybody can cause them. */
export const CHANGE_LIMIT = { name: 'change-password', attempts: 10, seconds: HOUR_SECONDS };

/**
 * Replaces the password of a signed-in user who knows the current one, which voids mailed links; ends all other sessions
 * and mails the user. Throws `AppError` INVALID_INPUT naming `current_password` if that is wrong, TOO_MANY_REQUESTS or
 * UNAVAILABLE.
 */
export async function changePassword(
  deps: AuthDeps,
  caller: { uid: string; session: SessionControl; client: Client },
  passwords: { current: string; next: string },
): Promise<void> {
  const user = await deps.users.byId(caller.uid);
  if (user === undefined) throw unauthenticated();
  await confirmPassword(deps, user, passwords.current, 'current_password');
  await refuseGuessable(passwords.next, user);
  const passwordHash = await deps.passwords.hash(passwords.next);
  // Before and after the change: neither a crash nor a race leaves another session of the old password.
  await endOthers(deps, user._id, caller.session);
  if (!(await deps.users.replacePassword(user._id, user.passwordHash, passwordHash)))
    throw wrongPassword('current_password');
  await endOthers(deps, user._id, caller.session);
  // The current password proves who the user is, unless a second factor is on.
  if ((await activeSecondFactor(deps, user._id)) === undefined)
    await deps.sessions.markAuthenticated(user._id, caller.session.storedId);
  await deps.events.record({ uid: user._id, type: 'password_changed', client: caller.client });
  mailPasswordChange(deps, user, { revokedKeys: false });
}

async function endOthers(
  { sessions, knownBrowsers }: AuthDeps,
  uid: string,
  { storedId, browser }: SessionControl,
): Promise<void> {
  await Promise.all([knownBrowsers.forgetAll(uid, browser.secrets), sessions.endAll(uid, storedId)]);
}

/** Mails a user that the password was changed, after the response. `revokedKeys`: all API keys were revoked with it. */
export function mailPasswordChange(deps: AuthDeps, user: UserRecord, change: { revokedKeys: boolean }): void {
  deps.background.run('send password notice', () =>
    deps.mailer.send(passwordChangedMail(user, deps, change)),
  );
}
