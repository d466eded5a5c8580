import { AppError } from '#server/lib/errors.ts';
import type { SessionControl } from '#server/trpc/context.ts';
import type { AuthDeps } from './auth-deps.ts';
import type { UserRecord } from './user-model.ts';

/**
 * Signs a browser in as `user`, as it was read. A password that was changed since has ended all sessions, and this one
 * must not outlive it: the account is looked at again once the session stands. Throws INVALID_CREDENTIALS.
 */
export async function startSession(
  { users }: Pick<AuthDeps, 'users'>,
  session: SessionControl,
  user: UserRecord,
): Promise<void> {
  await session.signIn({ uid: user._id, streamId: user.streamId });
  const now = await users.byId(user._id);
  if (now?.passwordHash === user.passwordHash) return;
  await session.signOut();
  throw new AppError('INVALID_CREDENTIALS', 'Invalid email or password');
}
