import { AppError } from '#server/lib/errors.ts';
import type { BillingDeps } from '#server/billing/billing-deps.ts';
import { syncSubscription } from './sync-subscription.ts';

/**
 * Cancels the caller's plan at the end of its period, or undoes that. No refund; credits stay. Throws CONFLICT
 * without an active plan.
 */
export async function setPlanCancelled(deps: BillingDeps, uid: string, cancelled: boolean): Promise<void> {
  const live = (await deps.accounts.byUid(uid))?.liveSubscriptionId;
  const subscription = live === undefined ? undefined : await syncSubscription(deps, live);
  if (subscription === undefined || subscription.status === 'canceled') {
    throw new AppError('CONFLICT', 'There is no active plan.');
  }
  if (subscription.cancelAtPeriodEnd === cancelled) return;
  await deps.gateway.setCancelAtPeriodEnd(subscription.id, cancelled);
  await syncSubscription(deps, subscription.id);
}
