import { findPlan } from '#shared/plans.ts';
import {
  AlreadyPaid,
  type OpenPayment,
  type PaymentAttempt,
  type PaymentEvent,
  type PaymentIntent,
  type ProviderInvoice,
  type ProviderSubscription,
  type SavedCard,
} from './port.ts';
import type { Stripe } from './stripe-sdk.ts';

/** A reference in a Stripe response: an id or the expanded object. */
type Reference = string | { id: string } | null | undefined;

export function idOf(reference: Reference): string | undefined {
  return typeof reference === 'string' ? reference : (reference?.id ?? undefined);
}

export function date(seconds: number): Date {
  return new Date(seconds * 1000);
}

const SUBSCRIPTION_STATUS: Readonly<Record<string, ProviderSubscription['status']>> = {
  incomplete: 'incomplete',
  active: 'active',
  trialing: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  paused: 'past_due',
  incomplete_expired: 'canceled',
  canceled: 'canceled',
};

export function toSubscription(subscription: Stripe.Subscription): ProviderSubscription {
  const item = subscription.items.data[0];
  const periodEnd = date(item?.current_period_end ?? subscription.created);
  const cancelAt = toCancelAt(subscription, periodEnd);
  return {
    id: subscription.id,
    customerId: idOf(subscription.customer) ?? '',
    plan: item === undefined ? undefined : findPlan(idOf(item.price.product) ?? '')?.id,
    // An unknown status grants nothing.
    status: SUBSCRIPTION_STATUS[subscription.status] ?? 'past_due',
    periodStart: date(item?.current_period_start ?? subscription.created),
    periodEnd,
    cancelAtPeriodEnd: cancelAt !== undefined,
    cancelAt,
    latestInvoiceId: idOf(subscription.latest_invoice),
    createdAt: date(subscription.created),
  };
}

/** The customer portal sets `cancel_at` alone; `cancel_at_period_end` may come without it. */
function toCancelAt(
  { cancel_at, cancel_at_period_end }: Stripe.Subscription,
  periodEnd: Date,
): Date | undefined {
  if (typeof cancel_at === 'number') return date(cancel_at);
  return cancel_at_period_end ? periodEnd : undefined;
}

const INVOICE_REASON: Readonly<Record<string, ProviderInvoice['reason']>> = {
  subscription_create: 'first',
  subscription_cycle: 'renewal',
};

const INVOICE_STATUS: Readonly<Record<string, ProviderInvoice['status']>> = {
  draft: 'draft',
  open: 'open',
  uncollectible: 'void',
  paid: 'paid',
  void: 'void',
};

/**
 * Maps the billing reason. A change of plan that starts a new billing period charges the new plan in full; any other
 * has prorations only.
 */
function reasonOf(billingReason: string | null, planLines: readonly unknown[]): ProviderInvoice['reason'] {
  if (billingReason === 'subscription_update' && planLines.length > 0) return 'renewal';
  return INVOICE_REASON[billingReason ?? ''] ?? 'other';
}

/** Says in the metadata of an invoice for how many credits it is. */
export const CREDITS_METADATA = 'hark_credits';

/** Returns the credits that an invoice beside a plan pays for. */
function creditsOf({ billing_reason, currency, metadata }: Stripe.Invoice): number | undefined {
  const credits = metadata?.[CREDITS_METADATA] ?? '';
  const isSale = billing_reason === 'manual' && currency === 'usd';
  return isSale && /^[1-9]\d{0,8}$/.test(credits) ? Number(credits) : undefined;
}

/** `lines` are all lines of the invoice, which embeds only the first ones. */
export function toInvoice(
  invoice: Stripe.Invoice,
  lines: readonly Stripe.InvoiceLineItem[] = invoice.lines.data,
): ProviderInvoice {
  const planLines = lines.filter((line) => line.parent?.subscription_item_details?.proration === false);
  const credits = creditsOf(invoice);
  const sold = credits === undefined ? planLines : lines;
  const paidAt = invoice.status_transitions.paid_at;
  return {
    id: invoice.id,
    number: invoice.number ?? '',
    customerId: idOf(invoice.customer) ?? '',
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
    reason: credits === undefined ? reasonOf(invoice.billing_reason, planLines) : 'credits',
    status: INVOICE_STATUS[invoice.status ?? ''] ?? 'draft',
    total: invoice.total,
    amountDue: invoice.amount_due,
    planTotal: sold.reduce((sum, line) => sum + line.amount - discounts(line), 0),
    planPrice: sold.reduce((sum, line) => sum + line.amount, 0),
    // An invoice for credits is for nothing else, whatever a person put on it.
    plan: (credits === undefined ? planLines : [])
      .map((line) => findPlan(line.pricing?.price_details?.product ?? '')?.id)
      .find((plan) => plan !== undefined),
    credits,
    periodStart: date(planLines[0]?.period.start ?? invoice.period_start),
    createdAt: date(invoice.created),
    paidAt: paidAt === null ? undefined : date(paidAt),
    attemptCount: invoice.attempt_count,
    nextAttemptAt: invoice.next_payment_attempt === null ? undefined : date(invoice.next_payment_attempt),
    pageUrl: invoice.hosted_invoice_url ?? undefined,
    fileUrl: invoice.invoice_pdf ?? undefined,
  };
}

function discounts(line: Stripe.InvoiceLineItem): number {
  return (line.discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);
}

/** Returns the open payment of a subscription that was fetched with its expanded latest invoice. */
export function toOpenPayment(subscription: Stripe.Subscription): OpenPayment | undefined {
  const invoice = subscription.latest_invoice;
  if (invoice === null || typeof invoice === 'string' || invoice.status !== 'open') return undefined;
  // The plan of a deleted customer has ended, and its invoice may stay open.
  if (SUBSCRIPTION_STATUS[subscription.status] === 'canceled') return undefined;
  const intentId = invoice.payments?.data
    .map(({ payment }) => idOf(payment.payment_intent))
    .find((id) => id !== undefined);
  const clientSecret = invoice.confirmation_secret?.client_secret;
  if (intentId === undefined || clientSecret === undefined) return undefined;
  return { subscriptionId: subscription.id, invoiceId: invoice.id, intentId, clientSecret };
}

/** Returns `AlreadyPaid` for a new subscription whose expanded latest invoice was paid from customer balance. */
export function toAlreadyPaid({ id, latest_invoice }: Stripe.Subscription): AlreadyPaid | undefined {
  if (latest_invoice === null || typeof latest_invoice === 'string' || latest_invoice.status !== 'paid')
    return undefined;
  return new AlreadyPaid({ subscriptionId: id, invoiceId: latest_invoice.id });
}

const INTENT_STATUS: Readonly<Record<string, PaymentIntent['status']>> = {
  requires_action: 'requires_action',
  processing: 'processing',
  requires_capture: 'processing',
  succeeded: 'paid',
  canceled: 'canceled',
};

export function toIntent(intent: Stripe.PaymentIntent, invoiceId: string | undefined): PaymentIntent {
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? undefined,
    customerId: idOf(intent.customer),
    status: INTENT_STATUS[intent.status] ?? 'unpaid',
    invoiceId,
  };
}

/** Maps a just confirmed intent to the result of the attempt. */
export function toAttempt(intent: Stripe.PaymentIntent): PaymentAttempt {
  const { status } = toIntent(intent, undefined);
  if (status === 'paid' || status === 'processing' || status === 'requires_action') return { kind: status };
  const failure = intent.last_payment_error;
  return {
    kind: 'declined',
    message: failure?.message ?? 'Your card was declined.',
    code: failure?.code ?? 'card_declined',
  };
}

export function toCard({ id, card, created }: Stripe.PaymentMethod): SavedCard {
  return {
    id,
    brand: card?.brand ?? 'unknown',
    last4: card?.last4 ?? '',
    expMonth: card?.exp_month ?? 0,
    expYear: card?.exp_year ?? 0,
    fingerprint: card?.fingerprint ?? undefined,
    createdAt: date(created),
  };
}

/** The event types that change stored state. Stripe lists at most 20 types per request. */
export const EVENT_TYPES = [
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.finalized',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.marked_uncollectible',
  'invoice.voided',
  'charge.refunded',
  'charge.refund.updated',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
];

export function toEvent({ id, type, data }: Stripe.Event): PaymentEvent {
  return { id, type, subject: EVENT_TYPES.includes(type) ? subjectOf(data.object) : { kind: 'other' } };
}

function subjectOf(changed: object): PaymentEvent['subject'] {
  const { object, id, payment_intent } = changed as {
    object: string;
    id?: string;
    payment_intent?: Reference;
  };
  if ((object === 'invoice' || object === 'subscription') && id !== undefined) return { kind: object, id };
  if (object !== 'charge' && object !== 'refund' && object !== 'dispute') return { kind: 'other' };
  const intentId = idOf(payment_intent);
  return intentId === undefined ? { kind: 'other' } : { kind: 'payment', id: intentId };
}
