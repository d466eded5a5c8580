import { DAY_MS } from '#shared/time-units.ts';
import type { AuthDeps } from '#server/features/auth/auth-deps.ts';
import { eraseAccess } from '#server/features/auth/closing/erase-access.ts';
import type { UserRecord } from '#server/features/auth/user-store.ts';

/** A registration that is not verified for so long is erased. */
const ERASE_AFTER_MS = 30 * DAY_MS;
const BATCH = 100;

/**
 * Erases the accounts whose address was never verified within 30 days, in batches until `signal` is aborted. Accounts with
 * credits, payments, campaigns or voices are kept: they were used before verification was required. Nobody can sign in
 * to the others, and a verification at the same moment either comes first or finds no account.
 */
export async function eraseUnverified(deps: AuthDeps, signal: AbortSignal): Promise<void> {
  const { clock, emailAddresses, requireEmailVerification, log } = deps;
  // Where none is required, an unverified account is used like any other.
  if (!requireEmailVerification) return;
  const until = new Date(clock.now().getTime() - ERASE_AFTER_MS);
  let from = new Date(0);
  for (;;) {
    const batch = await emailAddresses.neverVerified(from, until, BATCH);
    for (const user of batch) if (!signal.aborted) await eraseOne(deps, user);
    const last = batch.at(-1);
    if (last === undefined || batch.length < BATCH || signal.aborted) return;
    log.info({ erased: batch.length }, 'erased accounts that were never verified');
    from = last.createdAt;
  }
}

async function eraseOne(deps: AuthDeps, { _id: uid, email, streamId }: UserRecord): Promise<void> {
  if (await deps.wasUsed({ uid, streamId })) return;
  if (!(await deps.emailAddresses.eraseUnverified(uid))) return;
  await eraseAccess(deps, { uid, email });
  await deps.eraseHistory(uid);
}
