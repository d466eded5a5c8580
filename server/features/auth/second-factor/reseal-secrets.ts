import type { AuthDeps } from '#server/features/auth/auth-deps.ts';

const BATCH = 100;

/**
 * Encrypts with the newest secret what an older one of the key ring encrypted, so that the older one can be removed. Says in the
 * log how many were encrypted with none of them.
 */
export async function resealSecrets({
  secondFactors,
  secretBox,
  log,
}: Pick<AuthDeps, 'secondFactors' | 'secretBox' | 'log'>): Promise<void> {
  for (const prefix of secretBox.olderPrefixes) {
    for (;;) {
      const factors = await secondFactors.sealedWith(prefix, BATCH);
      if (factors.length === 0) break;
      for (const { _id: uid, secret } of factors)
        await secondFactors.reseal(uid, secret, secretBox.seal(secretBox.open(secret, uid), uid));
    }
  }
  const unreadable = await secondFactors.countSealedOtherwise(secretBox.prefixes);
  if (unreadable > 0)
    log.error(
      { unreadable },
      'SESSION_SECRET: second factors were encrypted with a value that it does not have, so their owners can sign in with recovery codes alone; add that value last',
    );
}
