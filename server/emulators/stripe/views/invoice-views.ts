import type { Stripe } from '#server/providers/payments/stripe-sdk.ts';
import type { LocalInvoice, LocalSubscription } from '../account-state.ts';
import { newObjectId, type AccountContext } from '../account.ts';
import { amountDue, discountOf } from '../customer-balance.ts';
import { CURRENCY, listView, priceView, stripeObject } from './object-views.ts';
import { invoicePaymentViews, type Expand } from './invoice-payment-views.ts';
import type { Part, StripeFields } from './stripe-types.ts';

export function subscriptionView(
  account: AccountContext,
  subscription: LocalSubscription,
  expand: Expand = [],
): StripeFields<'subscription'> {
  const inner = expandedWithin('latest_invoice', expand);
  const invoice = account.state.invoices.find(({ id }) => id === subscription.latestInvoice);
  const expanded = invoice !== undefined && inner !== undefined;
  return stripeObject('subscription', {
    id: subscription.id,
    customer: account.state.customer.id,
    status: subscription.status,
    currency: CURRENCY,
    billing_mode: { type: 'flexible' },
    cancel_at: subscription.cancelAt,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    ended_at: subscription.endedAt,
    created: subscription.created,
    billing_cycle_anchor: subscription.anchor,
    collection_method: 'charge_automatically',
    default_payment_method: subscription.defaultCard,
    latest_invoice: expanded ? invoiceView(account, invoice, inner) : subscription.latestInvoice,
    items: listView(`/v1/subscription_items?subscription=${subscription.id}`, [itemView(subscription)]),
  });
}

function itemView(subscription: LocalSubscription): Part<Stripe.SubscriptionItem> {
  return {
    id: subscription.itemId,
    object: 'subscription_item',
    subscription: subscription.id,
    price: priceView(subscription.price),
    quantity: 1,
    current_period_start: subscription.periodStart,
    current_period_end: subscription.periodEnd,
    created: subscription.created,
    metadata: {},
  };
}

export function invoiceView(
  account: AccountContext,
  invoice: LocalInvoice,
  expand: Expand = [],
): StripeFields<'invoice'> {
  const { amount: subtotal } = invoice.price;
  const amount = subtotal - (invoice.discount ?? 0);
  const due = amountDue(invoice);
  const paid = invoice.status === 'paid';
  const page = `${account.origin}/local/stripe/invoices/${invoice.id}`;
  const intent = account.state.intents.find(({ id }) => id === invoice.intent);
  return stripeObject('invoice', {
    id: invoice.id,
    number: invoice.status === 'draft' ? null : invoice.number,
    customer: account.state.customer.id,
    customer_email: invoice.billedTo.email,
    customer_name: invoice.billedTo.name,
    customer_address: invoice.billedTo.address,
    customer_tax_ids: invoice.billedTo.taxIds.map(({ type, value }) => ({ type, value })),
    billing_reason: invoice.reason,
    collection_method: 'charge_automatically',
    status: invoice.status,
    currency: CURRENCY,
    total: amount,
    subtotal,
    total_discount_amounts: discountViews(invoice),
    total_taxes: [],
    amount_due: due,
    amount_paid: paid ? due : 0,
    amount_remaining: paid ? 0 : due,
    starting_balance: invoice.startingBalance,
    ending_balance: invoice.endingBalance,
    attempt_count: invoice.attemptCount,
    attempted: invoice.attemptCount > 0,
    next_payment_attempt: invoice.nextAttemptAt,
    created: invoice.created,
    period_start: invoice.periodStart,
    period_end: invoice.periodStart,
    status_transitions: {
      finalized_at: invoice.status === 'draft' ? null : invoice.created,
      paid_at: invoice.paidAt,
      voided_at: invoice.voidedAt,
      marked_uncollectible_at: null,
    },
    hosted_invoice_url: invoice.status === 'draft' ? null : page,
    invoice_pdf: invoice.status === 'draft' ? null : `${page}/pdf`,
    metadata: invoice.metadata ?? {},
    parent:
      invoice.subscription === null
        ? null
        : {
            type: 'subscription_details',
            quote_details: null,
            subscription_details: { subscription: invoice.subscription, metadata: {} },
          },
    lines: listView(
      `/v1/invoices/${invoice.id}/lines`,
      invoice.description === undefined && invoice.subscription === null ? [] : [invoiceLineView(invoice)],
    ),
    ...(expand.includes('payments')
      ? { payments: listView('/v1/invoice_payments', invoicePaymentViews(account, invoice)) }
      : {}),
    ...(expand.includes('confirmation_secret') && invoice.status === 'open' && intent !== undefined
      ? { confirmation_secret: { type: 'payment_intent', client_secret: intent.clientSecret } }
      : {}),
  });
}

/** Returns the invoice of the next renewal of a subscription. The local Stripe charges no tax. */
export function invoicePreviewView({ state }: AccountContext, subscription: LocalSubscription) {
  const { amount: subtotal } = subscription.price;
  const amount = subtotal - discountOf(subscription);
  const startingBalance = state.customer.balance;
  const endingBalance = Math.min(0, startingBalance + amount);
  return stripeObject('invoice', {
    id: newObjectId('upcoming', state),
    customer: state.customer.id,
    billing_reason: 'upcoming',
    status: 'draft',
    currency: CURRENCY,
    total: amount,
    subtotal,
    total_taxes: [],
    amount_due: amount + startingBalance - endingBalance,
    starting_balance: startingBalance,
    ending_balance: endingBalance,
    period_start: subscription.periodStart,
    period_end: subscription.periodEnd,
    next_payment_attempt: subscription.periodEnd,
    lines: listView('/v1/invoices/upcoming/lines', []),
  });
}

/** Returns the only line item of an invoice: its plan for one period, or what a one-off invoice is for. */
function invoiceLineView(invoice: LocalInvoice) {
  const item = invoice.id.replace(/^in_/, 'ii_');
  return stripeObject('line_item', {
    id: invoice.id.replace(/^in_/, 'il_'),
    amount: invoice.price.amount,
    subtotal: invoice.price.amount,
    currency: CURRENCY,
    discount_amounts: discountViews(invoice),
    invoice: invoice.id,
    quantity: 1,
    period: { start: invoice.periodStart, end: invoice.periodEnd },
    ...(invoice.description !== undefined && { description: invoice.description }),
    pricing: {
      type: 'price_details',
      price_details: { price: invoice.price.id, product: invoice.price.product },
    },
    parent:
      invoice.subscription === null
        ? {
            type: 'invoice_item_details',
            invoice_item_details: { invoice_item: item, proration: false, subscription: null },
            subscription_item_details: null,
          }
        : {
            type: 'subscription_item_details',
            invoice_item_details: null,
            subscription_item_details: { subscription: invoice.subscription, proration: false },
          },
  });
}

function discountViews({ id, discount = 0 }: LocalInvoice) {
  return discount === 0 ? [] : [{ amount: discount, discount: id.replace(/^in_/, 'di_') }];
}

/** Returns the paths to expand below a field: `['payments']` of `['latest_invoice.payments']`; undefined for none. */
function expandedWithin(field: string, expand: Expand): string[] | undefined {
  const paths = expand.filter((path) => path === field || path.startsWith(`${field}.`));
  return paths.length === 0
    ? undefined
    : paths.map((path) => path.slice(field.length + 1)).filter((path) => path !== '');
}
