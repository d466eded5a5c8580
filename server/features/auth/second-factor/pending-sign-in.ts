import type { PendingSignIn } from '#server/platform/trpc/context.ts';
import { hashSecret } from '#server/platform/lib/secrets/ids.ts';
import type { UserRecord } from '#server/features/auth/user-store.ts';
import type { ActiveSecondFactor } from './second-factor-store.ts';

/** Returns what a session remembers of a sign-in whose password was right, until the code of `factor` is given. */
export function pendingSignInOf(
  { _id: uid, passwordHash }: UserRecord,
  factor: ActiveSecondFactor,
): PendingSignIn {
  return { uid, credential: hashSecret(`${passwordHash} ${versionOf(factor)}`) };
}

/**
 * Returns what tells a second factor from one that replaced it; it is the same after its secret was sealed again. It needs no
 * key: where that is lost, recovery codes still count.
 */
export function versionOf({ enabledAt }: ActiveSecondFactor): string {
  return enabledAt.toISOString();
}
