import type { AccountContext } from '#server/emulators/stripe/account.ts';
import type {
  Json,
  LocalCard,
  LocalCustomer,
  LocalEvent,
  LocalIntent,
  LocalInvoice,
  LocalPrice,
  LocalProduct,
  LocalSubscription,
} from '#server/emulators/stripe/account-state.ts';
import { amountDue, invoiceLineView } from '#server/emulators/stripe/invoice-lines.ts';

/** The API version of these views. */
const API_VERSION = '2026-10-28.endive';
const CURRENCY = 'usd';

/** Paths of the objects to expand. */
export type Expand = readonly string[];

export function listView(url: string, data: Json[], hasMore = false): Json {
  return { object: 'list', url, has_more: hasMore, data };
}

export function customerView(customer: LocalCustomer): Json {
  return {
    id: customer.id,
    object: 'customer',
    email: customer.email,
    name: customer.name,
    metadata: customer.metadata,
    created: customer.created,
    balance: customer.balance,
    livemode: false,
    invoice_settings: { default_payment_method: customer.defaultCard },
  };
}

export function productView({ id, name, created }: LocalProduct): Json {
  return { id, object: 'product', name, active: true, created, livemode: false, metadata: {} };
}

export function priceView({ id, product, amount, lookupKey, created }: LocalPrice): Json {
  return {
    id,
    object: 'price',
    product,
    active: true,
    type: 'recurring',
    currency: CURRENCY,
    unit_amount: amount,
    lookup_key: lookupKey,
    recurring: { interval: 'month', interval_count: 1 },
    created,
    livemode: false,
    metadata: {},
  };
}

export function cardView(account: AccountContext, card: LocalCard): Json {
  return {
    id: card.id,
    object: 'payment_method',
    type: 'card',
    customer: card.attached ? account.state.customer.id : null,
    card: {
      brand: card.brand,
      last4: card.last4,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      country: 'US',
      funding: 'credit',
    },
    billing_details: card.billingDetails,
    created: card.created,
    livemode: false,
    metadata: {},
  };
}

export function subscriptionView(
  account: AccountContext,
  subscription: LocalSubscription,
  expand: Expand = [],
): Json {
  const inner = expandedWithin('latest_invoice', expand);
  const invoice = account.state.invoices.find(({ id }) => id === subscription.latestInvoice);
  const expanded = invoice !== undefined && inner !== undefined;
  return {
    id: subscription.id,
    object: 'subscription',
    customer: account.state.customer.id,
    status: subscription.status,
    currency: CURRENCY,
    cancel_at: subscription.cancelAtPeriodEnd ? subscription.periodEnd : null,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    ended_at: subscription.endedAt,
    created: subscription.created,
    billing_cycle_anchor: subscription.anchor,
    collection_method: 'charge_automatically',
    default_payment_method: subscription.defaultCard,
    latest_invoice: expanded ? invoiceView(account, invoice, inner) : subscription.latestInvoice,
    items: listView(`/v1/subscription_items?subscription=${subscription.id}`, [
      {
        id: subscription.itemId,
        object: 'subscription_item',
        subscription: subscription.id,
        price: priceView(subscription.price),
        quantity: 1,
        current_period_start: subscription.periodStart,
        current_period_end: subscription.periodEnd,
        created: subscription.created,
        metadata: {},
      },
    ]),
    livemode: false,
    metadata: {},
  };
}

export function invoiceView(account: AccountContext, invoice: LocalInvoice, expand: Expand = []): Json {
  const { amount } = invoice.price;
  const due = amountDue(invoice);
  const paid = invoice.status === 'paid';
  const page = `${account.origin}/local/stripe/invoices/${invoice.id}`;
  const intent = account.state.intents.find(({ id }) => id === invoice.intent);
  return {
    id: invoice.id,
    object: 'invoice',
    number: invoice.number,
    customer: account.state.customer.id,
    customer_email: account.state.customer.email,
    customer_name: account.state.customer.name,
    billing_reason: invoice.reason,
    collection_method: 'charge_automatically',
    status: invoice.status,
    currency: CURRENCY,
    total: amount,
    subtotal: amount,
    amount_due: due,
    amount_paid: paid ? due : 0,
    amount_remaining: paid ? 0 : due,
    starting_balance: invoice.startingBalance,
    ending_balance: invoice.endingBalance,
    created: invoice.created,
    period_start: invoice.periodStart,
    period_end: invoice.periodStart,
    status_transitions: {
      finalized_at: invoice.created,
      paid_at: invoice.paidAt,
      voided_at: invoice.voidedAt,
      marked_uncollectible_at: null,
    },
    hosted_invoice_url: page,
    invoice_pdf: `${page}/pdf`,
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { subscription: invoice.subscription, metadata: {} },
    },
    lines: listView(`/v1/invoices/${invoice.id}/lines`, [invoiceLineView(invoice)]),
    ...(expand.includes('payments')
      ? { payments: listView('/v1/invoice_payments', invoicePaymentViews(account, invoice)) }
      : {}),
    ...(expand.includes('confirmation_secret') && invoice.status === 'open' && intent !== undefined
      ? { confirmation_secret: { type: 'payment_intent', client_secret: intent.clientSecret } }
      : {}),
    livemode: false,
    metadata: {},
  };
}

const INVOICE_PAYMENT_STATUS = {
  open: 'open',
  paid: 'paid',
  void: 'canceled',
  uncollectible: 'open',
} as const;

/** Returns the payments of an invoice: none if the customer's balance paid the full amount. */
export function invoicePaymentViews(
  account: AccountContext,
  invoice: LocalInvoice,
  expand: Expand = [],
): Json[] {
  const intent = account.state.intents.find(({ id }) => id === invoice.intent);
  if (intent === undefined) return [];
  const expanded = expand.includes('data.payment.payment_intent');
  const payment = {
    id: invoice.id.replace(/^in_/, 'inpay_'),
    object: 'invoice_payment',
    invoice: invoice.id,
    status: INVOICE_PAYMENT_STATUS[invoice.status],
    is_default: true,
    amount_requested: intent.amount,
    amount_paid: invoice.status === 'paid' ? intent.amount : null,
    currency: CURRENCY,
    created: invoice.created,
    payment: {
      type: 'payment_intent',
      payment_intent: expanded ? intentView(account, intent, false) : intent.id,
    },
    livemode: false,
  };
  return [payment];
}

/** Returns the view of an intent. Events do not contain the client secret. */
export function intentView(account: AccountContext, intent: LocalIntent, withSecret = true): Json {
  const payment = intent.kind === 'payment';
  return {
    id: intent.id,
    object: `${intent.kind}_intent`,
    customer: account.state.customer.id,
    status: intent.status,
    payment_method: intent.card,
    payment_method_types: ['card'],
    next_action:
      intent.status === 'requires_action'
        ? { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure' } }
        : null,
    ...(payment
      ? {
          amount: intent.amount,
          amount_received: intent.status === 'succeeded' ? intent.amount : 0,
          currency: CURRENCY,
          last_payment_error: intent.lastError,
        }
      : { last_setup_error: intent.lastError }),
    ...(withSecret ? { client_secret: intent.clientSecret } : {}),
    created: intent.created,
    livemode: false,
    metadata: {},
  };
}

export function eventView(event: LocalEvent): Json {
  return {
    id: event.id,
    object: 'event',
    api_version: API_VERSION,
    type: event.type,
    created: event.created,
    data: { object: event.object },
    pending_webhooks: event.nextAttemptAt === null ? 0 : 1,
    request: { id: null, idempotency_key: null },
    livemode: false,
  };
}

/** Returns the paths to expand below a field: `['payments']` of `['latest_invoice.payments']`; undefined for none. */
function expandedWithin(field: string, expand: Expand): string[] | undefined {
  const paths = expand.filter((path) => path === field || path.startsWith(`${field}.`));
  return paths.length === 0
    ? undefined
    : paths.map((path) => path.slice(field.length + 1)).filter((path) => path !== '');
}
