import type { AuthDeps } from '#server/features/auth/auth-deps.ts';
import { COUNTED_MAILS } from '#server/features/auth/limits/mail-limit.ts';
import { normalizeEmail } from '#server/features/auth/user-store.ts';

/** Erases all that lets somebody into an account, and what is counted of it: by its address too, unless that is erased. */
export async function eraseAccess(
  deps: AuthDeps,
  { uid, email }: { uid: string; email: string | undefined },
): Promise<void> {
  await deps.sessions.endAll(uid);
  await deps.knownBrowsers.forgetAll(uid);
  await deps.secondFactors.erase(uid);
  await deps.passkeys.removeAll(uid);
  await deps.links.eraseAll(uid);
  for (const limit of [deps.passwordChanges, deps.reauthentications]) await limit.clear(uid);
  const names = email === undefined ? [uid] : [uid, normalizeEmail(email)];
  for (const name of names) {
    await deps.signInLimits.clear(name);
    for (const mail of COUNTED_MAILS) await deps.mailAttempts.clear(`${mail}:${name}`);
  }
}
