import type { AuthDeps } from './auth-deps.ts';

/**
 * Runs `write`, which replaces a password that somebody else may know, and revokes what was created with it: sessions,
 * pending registrations and API keys. Before and after the write, so that neither a crash nor a race leaves any.
 */
export async function revokeAccessAround<T>(
  { sessions, revokeApiKeys }: Pick<AuthDeps, 'sessions' | 'revokeApiKeys'>,
  uid: string,
  write: () => Promise<T>,
): Promise<T> {
  await Promise.all([sessions.endAll(uid), revokeApiKeys(uid)]);
  const result = await write();
  await Promise.all([sessions.endAll(uid), revokeApiKeys(uid)]);
  return result;
}
