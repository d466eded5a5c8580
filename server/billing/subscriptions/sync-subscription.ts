import type { BillingDeps } from '#server/billing/billing-deps.ts';
import { payerOf } from '#server/billing/customers.ts';
import type { ProviderSubscription } from '#server/providers/payments/port.ts';
import { storeLatest } from '#server/billing/store-answer.ts';

/** Fetches a subscription and stores it as it is now. Repeatable, in any order. `undefined` for one that is not ours. */
export async function syncSubscription(
  deps: BillingDeps,
  subscriptionId: string,
): Promise<ProviderSubscription | undefined> {
  let found: { uid: string; subscription: ProviderSubscription } | undefined;
  await storeLatest(async () => {
    const seen = await deps.records.subscriptionRevision(subscriptionId);
    const subscription = await deps.gateway.subscription(subscriptionId);
    const payer = subscription && (await payerOf(deps, subscription.customerId));
    found = subscription && payer && { uid: payer.uid, subscription };
    return found === undefined || deps.records.saveSubscription(found.uid, found.subscription, seen);
  });
  if (found === undefined) return undefined;
  const { uid, subscription } = found;
  // Canceled is final, so this cannot undo a later claim by the same subscription.
  if (subscription.status === 'canceled') await deps.accounts.releaseLive(uid, subscriptionId);
  return subscription;
}
