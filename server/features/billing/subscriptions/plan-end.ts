import type { SubscriptionRecord } from '#server/features/billing/billing-records-model.ts';

type Cancellation = Pick<SubscriptionRecord, 'cancelAtPeriodEnd' | 'cancelAt' | 'periodEnd'>;

/** Returns when a cancelled plan ends; `undefined` if it is not cancelled. */
export function endOf({ cancelAtPeriodEnd, cancelAt, periodEnd }: Cancellation): Date | undefined {
  return cancelAtPeriodEnd ? (cancelAt ?? periodEnd) : undefined;
}

/** Returns when a plan renews next; `undefined` if it ends before. */
export function renewalOf(subscription: Cancellation): Date | undefined {
  const end = endOf(subscription);
  return end === undefined || end > subscription.periodEnd ? subscription.periodEnd : undefined;
}
