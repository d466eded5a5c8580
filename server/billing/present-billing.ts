import { PLANS, type PlanId } from '#shared/plans.ts';
import type { PaymentMethodView, SubscriptionView, TransactionView } from '#shared/schemas/billing.ts';
import type { SavedCard } from '#server/providers/payments/port.ts';
import { NO_REVERSALS } from '#server/billing/refunds/refund-step-store.ts';
import type { InvoiceRecord, SubscriptionRecord } from './billing-records-model.ts';
import type { ReversedAmounts } from './refunds/refund-step-store.ts';
import type { BillingDeps } from './billing-deps.ts';

const CENTS = 100;

/** The response for a user without a subscription. */
const NO_SUBSCRIPTION: SubscriptionView = {
  subscriptionId: null,
  planId: '',
  planName: '',
  amount: 0,
  status: 'none',
  current_period_end: null,
  cancel_at_period_end: false,
  unpaid_invoice_id: null,
};

/** Whether a subscription is active at `now`. A canceled one ends with its period even if no event has arrived. */
export function isActive({ status, cancelAtPeriodEnd, periodEnd }: SubscriptionRecord, now: Date): boolean {
  return status === 'active' && !(cancelAtPeriodEnd && periodEnd <= now);
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
    unpaid_invoice_id: subscription.status === 'past_due' ? (subscription.latestInvoiceId ?? null) : null,
  };
}

/** The detail of an account event that concerns a plan. */
export function planDetail(plan: PlanId | undefined): Record<string, string> {
  return plan === undefined ? {} : { plan: PLANS[plan].title };
}

export function presentCard({ id, brand, last4, expMonth, expYear }: SavedCard): PaymentMethodView {
  return { id, card: { brand, last4, exp_month: expMonth, exp_year: expYear } };
}

/** `reversed`: US cents of the invoice taken by refunds and disputes. */
function presentTransaction(invoice: InvoiceRecord, reversed: ReversedAmounts): TransactionView {
  return {
    id: invoice._id,
    timestamp: Math.floor((invoice.paidAt ?? invoice.createdAt).getTime() / 1000),
    amount: invoice.total / CENTS,
    currency: 'usd',
    status: statusOf(invoice, reversed),
    plan_name: invoice.plan === undefined ? '' : PLANS[invoice.plan].title,
    invoice_id: invoice._id,
    invoice_number: invoice.number,
    receipt_url: invoice.pageUrl ?? null,
    receipt_file_url: invoice.fileUrl ?? null,
  };
}

function statusOf(
  { outcome, status, total }: InvoiceRecord,
  { refund, dispute }: ReversedAmounts,
): TransactionView['status'] {
  if (outcome === 'refunded') return 'refunded';
  if (dispute > 0) return 'disputed';
  if (refund > 0) return refund >= total ? 'refunded' : 'partially_refunded';
  return status === 'draft' ? 'open' : status;
}

/** Returns the invoices of a user that match `wanted` as transactions, newest first. */
export async function transactionsOf(
  { records, refunds }: Pick<BillingDeps, 'records' | 'refunds'>,
  uid: string,
  wanted: (invoice: InvoiceRecord) => boolean = () => true,
): Promise<TransactionView[]> {
  const invoices = (await records.invoices(uid)).filter(wanted);
  const reversed = await refunds.reversedAmounts(invoices.map(({ _id }) => _id));
  return invoices.map((invoice) => presentTransaction(invoice, reversed.get(invoice._id) ?? NO_REVERSALS));
}
