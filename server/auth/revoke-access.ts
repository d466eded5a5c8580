import type { AuthDeps } from './auth-deps.ts';

/**
 * Runs `write`, which replaces a password that somebody else may know, and revokes what was created with it: sessions,
 * pending registrations, known browsers and API keys. Before and after the write, so that neither a crash nor a race leaves any.
 */
export async function revokeAccessAround<T>(
  { sessions, knownBrowsers, revokeApiKeys }: Pick<AuthDeps, 'sessions' | 'knownBrowsers' | 'revokeApiKeys'>,
  uid: string,
  write: () => Promise<T>,
): Promise<T> {
  const revoke = () => Promise.all([knownBrowsers.forgetAll(uid), sessions.endAll(uid), revokeApiKeys(uid)]);
  await revoke();
  const result = await write();
  await revoke();
  return result;
}
