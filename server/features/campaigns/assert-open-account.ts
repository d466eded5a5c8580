import { unauthenticated } from '#server/platform/lib/errors.ts';
import type { CampaignsDeps } from './campaigns-deps.ts';

/**
 * Throws `AppError` UNAUTHENTICATED if the account of a user is being erased. Call it after a write: either the erasure finds
 * what was written, or this check fails.
 */
export async function assertOpenAccount({ users }: Pick<CampaignsDeps, 'users'>, uid: string): Promise<void> {
  if ((await users.byUid(uid)) === undefined) throw unauthenticated();
}
