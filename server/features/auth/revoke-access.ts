import type { AuthDeps } from './auth-deps.ts';
import type { UserRecord } from './user-store.ts';

/**
 * Runs `write`, which replaces a password that somebody else may know, and revokes what was created with it: sessions,
 * pending registrations and sign-ins, known browsers and API keys (links to a new address end with the password); of an address that was never
 * verified also passkeys and the second factor, as whoever registered it may not own it. Before and after the write, so
 * that neither a crash nor a race leaves any.
 */
export async function revokeAccessAround<T>(
  deps: Pick<AuthDeps, 'sessions' | 'knownBrowsers' | 'passkeys' | 'secondFactors' | 'revokeApiKeys'>,
  { _id: uid, emailVerifiedAt }: UserRecord,
  write: () => Promise<T>,
): Promise<T> {
  const { sessions, knownBrowsers, passkeys, secondFactors, revokeApiKeys } = deps;
  const revoke = () =>
    Promise.all([
      knownBrowsers.forgetAll(uid),
      sessions.endAll(uid),
      revokeApiKeys(uid),
      ...(emailVerifiedAt === undefined ? [passkeys.removeAll(uid), secondFactors.erase(uid)] : []),
    ]);
  await revoke();
  const result = await write();
  await revoke();
  return result;
}
