import type { BillingDeps } from './billing-deps.ts';
import { payerOf } from './customers.ts';
import type { ProviderSubscription } from '#server/providers/payments/port.ts';

/** Fetches a subscription and stores it as it is now. Repeatable, in any order. `undefined` for one that is not ours. */
export async function syncSubscription(
  deps: BillingDeps,
  subscriptionId: string,
): Promise<ProviderSubscription | undefined> {
  const fetchedAt = deps.clock.now();
  const subscription = await deps.gateway.subscription(subscriptionId);
  const payer = subscription && (await payerOf(deps, subscription.customerId));
  if (subscription === undefined || payer === undefined) return undefined;
  await deps.records.saveSubscription(payer.uid, subscription, fetchedAt);
  // Canceled is final, so this cannot undo a later claim by the same subscription.
  if (subscription.status === 'canceled') await deps.accounts.releaseLive(payer.uid, subscriptionId);
  return subscription;
}
