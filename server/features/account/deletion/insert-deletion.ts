import type { ClosingAccount } from '#server/features/auth/api.ts';
import type { DeletionDeps } from './deletion-deps.ts';

/** Stores the deletion of a closing account unless it has one. */
export async function insertDeletion(
  { deletions, clock }: Pick<DeletionDeps, 'deletions' | 'clock'>,
  { uid, streamId, email, displayName, emailConfirmed, closingAt }: ClosingAccount,
): Promise<void> {
  await deletions.insert({
    _id: uid,
    streamId,
    requestedAt: closingAt,
    recipient: { email, displayName, emailConfirmed },
    dueAt: clock.now(),
  });
}
