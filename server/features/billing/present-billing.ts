import { PLANS, type PlanId } from '#shared/plans.ts';
import type { PaymentMethodView, SubscriptionView } from '#shared/schemas/billing/billing.ts';
import type { SavedCard } from '#server/providers/payments/port.ts';
import type { SubscriptionRecord } from './billing-records-model.ts';
import { endOf } from './subscriptions/plan-end.ts';

/** The response for a user without a subscription. */
const NO_SUBSCRIPTION: SubscriptionView = {
  subscriptionId: null,
  planId: '',
  planName: '',
  amount: 0,
  status: 'none',
  current_period_end: null,
  cancel_at_period_end: false,
  cancel_at: null,
  unpaid_invoice_id: null,
};

/** Whether a subscription is active at `now`. A canceled one ends at its time even if no event has arrived. */
export function isActive(subscription: SubscriptionRecord, now: Date): boolean {
  const end = endOf(subscription);
  return subscription.status === 'active' && !(end !== undefined && end <= now);
}

export function presentSubscription(
  subscription: SubscriptionRecord | undefined,
  now: Date,
): SubscriptionView {
  if (subscription === undefined) return NO_SUBSCRIPTION;
  const active = isActive(subscription, now);
  const plan = subscription.plan && PLANS[subscription.plan];
  return {
    subscriptionId: active ? subscription._id : null,
    planId: plan?.id ?? '',
    planName: plan?.title ?? '',
    amount: plan?.amount ?? 0,
    status: active || subscription.status !== 'active' ? subscription.status : 'canceled',
    current_period_end: subscription.periodEnd.toISOString(),
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    cancel_at: endOf(subscription)?.toISOString() ?? null,
    unpaid_invoice_id: subscription.status === 'past_due' ? (subscription.latestInvoiceId ?? null) : null,
  };
}

/** The detail of an account event that concerns a plan. */
export function planDetail(plan: PlanId | undefined): Record<string, string> {
  return plan === undefined ? {} : { plan: PLANS[plan].title };
}

/** Names a card for its owner: `Visa ending in 4242`. */
export function cardName({ brand, last4 }: SavedCard): string {
  return `${brand.charAt(0).toUpperCase()}${brand.slice(1)} ending in ${last4}`;
}

export function presentCard({ id, brand, last4, expMonth, expYear }: SavedCard): PaymentMethodView {
  return { id, card: { brand, last4, exp_month: expMonth, exp_year: expYear } };
}
