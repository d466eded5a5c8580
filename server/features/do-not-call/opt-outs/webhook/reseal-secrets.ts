import type { OptOutDeps } from '#server/features/do-not-call/opt-outs/opt-out-deps.ts';
import { resealAll } from '#server/platform/lib/secrets/reseal-all.ts';
import { ownerOf } from './webhook-route.ts';

/** Encrypts with the newest secret what an older one of the key ring encrypted, until `signal` is aborted. */
export function resealWebhooks(
  { webhooks, secretBox }: Pick<OptOutDeps, 'webhooks' | 'secretBox'>,
  signal?: AbortSignal,
): Promise<void> {
  const sealed = {
    sealedWith: (prefix: string, limit: number) => webhooks.sealedWith(prefix, limit),
    reseal({ _id: uid, secret }: { _id: string; secret: string }) {
      const owner = ownerOf(uid);
      return webhooks.reseal(uid, secret, secretBox.seal(secretBox.open(secret, owner), owner));
    },
  };
  return resealAll(secretBox, sealed, signal);
}
