import type { BillingDeps } from '#server/billing/billing-deps.ts';
import { payerOf } from '#server/billing/customers.ts';
import type { ProviderSubscription } from '#server/providers/payments/port.ts';
import { storeLatest } from '#server/billing/billing-records.ts';
import { AppError } from '#server/lib/errors.ts';
import { queuePlanMail } from '#server/billing/mails/queue-plan-mail.ts';
import { planDetail } from '#server/billing/present-billing.ts';
import type { Client } from '#server/trpc/context.ts';

/** Fetches and stores a subscription. Idempotent, in any order. Returns `undefined` if it is not one of ours. */
export async function syncSubscription(
  deps: BillingDeps,
  subscriptionId: string,
): Promise<ProviderSubscription | undefined> {
  let found: { uid: string; subscription: ProviderSubscription } | undefined;
  await storeLatest(async () => {
    const seen = await deps.records.subscription(subscriptionId);
    const subscription = await deps.gateway.subscription(subscriptionId);
    const payer = subscription && (await payerOf(deps, subscription.customerId));
    found = subscription && payer && { uid: payer.uid, subscription };
    return found === undefined || deps.records.saveSubscription(found.uid, found.subscription, seen);
  });
  if (found === undefined) return undefined;
  const { uid, subscription } = found;
  await queuePlanMail(deps, uid, subscriptionId);
  // `canceled` is final, so this cannot release a later claim of the same subscription.
  if (subscription.status === 'canceled') await deps.accounts.releaseLive(uid, subscriptionId);
  return subscription;
}

/**
 * Cancels the caller's plan at the end of its period, or undoes that. No refund; credits stay. Throws CONFLICT
 * without an active plan.
 */
export async function setPlanCancelled(
  deps: BillingDeps,
  { uid, client }: { uid: string; client: Client },
  cancelled: boolean,
): Promise<void> {
  const live = (await deps.accounts.byUid(uid))?.liveSubscriptionId;
  const subscription = live === undefined ? undefined : await syncSubscription(deps, live);
  if (subscription === undefined || subscription.status === 'canceled') {
    throw new AppError('CONFLICT', 'There is no active plan.');
  }
  if (subscription.cancelAtPeriodEnd === cancelled) return;
  await deps.gateway.setCancelAtPeriodEnd(subscription.id, cancelled);
  await deps.accountEvents.record({
    uid,
    type: cancelled ? 'plan_cancelled' : 'plan_resumed',
    client,
    detail: planDetail(subscription.plan),
  });
  await syncSubscription(deps, subscription.id);
}
