import type { AuthDeps } from '#server/features/auth/auth-deps.ts';
import { resealAll } from '#server/platform/lib/secrets/reseal-all.ts';

/**
 * Encrypts with the newest secret what an older one of the key ring encrypted, until `signal` is aborted. Says in the log how many
 * were encrypted with none of them.
 */
export async function resealSecrets(
  { secondFactors, secretBox, log }: Pick<AuthDeps, 'secondFactors' | 'secretBox' | 'log'>,
  signal?: AbortSignal,
): Promise<void> {
  const factors = {
    sealedWith: secondFactors.sealedWith,
    reseal: ({ _id: uid, secret }: { _id: string; secret: string }) =>
      secondFactors.reseal(uid, secret, secretBox.seal(secretBox.open(secret, uid), uid)),
  };
  await resealAll(secretBox, factors, signal);
  const unreadable = await secondFactors.countSealedOtherwise(secretBox.prefixes);
  if (unreadable > 0)
    log.error(
      { unreadable },
      'SESSION_SECRET: second factors were encrypted with a value that it does not have, so their owners can sign in with recovery codes alone; add that value last',
    );
}
