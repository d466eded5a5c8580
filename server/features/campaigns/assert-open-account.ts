import { unauthenticated } from '#server/platform/lib/errors.ts';
import type { CampaignsDeps } from './campaigns-deps.ts';

/**
 * Throws `AppError` UNAUTHENTICATED if the account of a user is being erased. Call it after a write: either the erasure finds
 * what was written, or this check fails.
 */
export async function assertOpenAccount(
  { owners }: Pick<CampaignsDeps, 'owners'>,
  uid: string,
): Promise<void> {
  if ((await owners.byUid(uid)) === undefined) throw unauthenticated();
}
