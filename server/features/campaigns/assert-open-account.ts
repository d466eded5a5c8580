import { AppError, unauthenticated } from '#server/platform/lib/errors.ts';
import type { CampaignsDeps } from './campaigns-deps.ts';

/**
 * Throws `AppError` UNAUTHENTICATED if the account of a user is being erased, and FORBIDDEN if it is suspended. Call it after a
 * write: either the erasure finds what was written, or this check fails.
 */
export async function assertOpenAccount({ users }: Pick<CampaignsDeps, 'users'>, uid: string): Promise<void> {
  const user = await users.byUid(uid);
  if (user === undefined) throw unauthenticated();
  if (user.suspendedAt !== undefined)
    throw new AppError('FORBIDDEN', 'This account is suspended: it makes no calls. Please write to support.');
}
