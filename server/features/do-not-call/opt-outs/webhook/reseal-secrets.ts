import type { OptOutDeps } from '#server/features/do-not-call/opt-outs/opt-out-deps.ts';
import { ownerOf } from './webhook-route.ts';

const BATCH = 100;

/** Encrypts with the newest secret what an older one of the key ring encrypted, so that the older one can be removed. */
export async function resealWebhooks({
  webhooks,
  secretBox,
}: Pick<OptOutDeps, 'webhooks' | 'secretBox'>): Promise<void> {
  for (const prefix of secretBox.olderPrefixes) {
    for (;;) {
      const sealed = await webhooks.sealedWith(prefix, BATCH);
      if (sealed.length === 0) break;
      for (const { _id: uid, secret } of sealed) {
        const owner = ownerOf(uid);
        await webhooks.reseal(uid, secret, secretBox.seal(secretBox.open(secret, owner), owner));
      }
    }
  }
}
