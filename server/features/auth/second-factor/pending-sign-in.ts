import type { PendingSignIn } from '#server/platform/trpc/context.ts';
import { hashSecret } from '#server/platform/lib/secrets/ids.ts';
import type { AuthDeps } from '#server/features/auth/auth-deps.ts';
import type { UserRecord } from '#server/features/auth/user-store.ts';
import type { ActiveSecondFactor } from './second-factor-store.ts';

/** Returns what a session remembers of a sign-in whose password was right, until the code of `factor` is given. */
export function pendingSignInOf(
  deps: Pick<AuthDeps, 'secretBox'>,
  { _id: uid, passwordHash }: UserRecord,
  factor: ActiveSecondFactor,
): PendingSignIn {
  return { uid, credential: hashSecret(`${passwordHash} ${versionOf(deps, factor)}`) };
}

/** Returns what tells a second factor from one that replaced it; it is the same after its secret was sealed again. */
export function versionOf({ secretBox }: Pick<AuthDeps, 'secretBox'>, factor: ActiveSecondFactor): string {
  return hashSecret(secretBox.open(factor.secret, factor._id));
}
