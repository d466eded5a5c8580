import { AppError } from '#server/errors.ts';
import type { AuthDeps } from './auth-deps.ts';
import type { UserRecord } from './user-model.ts';

/**
 * Confirms an address with the secret of its mailed link; answers the account. Marking the account is what uses the
 * link up: of two at once one wins, and a crash in between leaves nothing half done.
 * Throws LINK_USED for a link whose address is verified, LINK_INVALID for an unknown or expired one.
 */
export async function confirmEmail(deps: AuthDeps, secret: string): Promise<UserRecord> {
  const link = await deps.links.find('verify-email', secret);
  const user = link && (await deps.users.byId(link.uid));
  if (link === undefined || user === undefined)
    throw new AppError('LINK_INVALID', 'This verification link is not valid.');
  if (user.emailVerifiedAt !== undefined) throw alreadyVerified();
  const now = deps.clock.now();
  if (link.expiresAt <= now) throw new AppError('LINK_INVALID', 'This verification link has expired.');
  if (!(await deps.users.markVerified(user._id, now))) throw alreadyVerified();
  return { ...user, emailVerifiedAt: now };
}

function alreadyVerified(): AppError {
  return new AppError('LINK_USED', 'Email already verified');
}
