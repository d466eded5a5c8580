import type { AuthDeps } from '#server/features/auth/auth-deps.ts';

const BATCH = 100;

/** Encrypts with the newest secret what an older one of the key ring encrypted, so that the older one can be removed. */
export async function resealSecrets({
  secondFactors,
  secretBox,
}: Pick<AuthDeps, 'secondFactors' | 'secretBox'>): Promise<void> {
  for (const prefix of secretBox.olderPrefixes) {
    for (;;) {
      const factors = await secondFactors.sealedWith(prefix, BATCH);
      if (factors.length === 0) break;
      for (const { _id: uid, secret } of factors)
        await secondFactors.reseal(uid, secret, secretBox.seal(secretBox.open(secret, uid), uid));
    }
  }
}
