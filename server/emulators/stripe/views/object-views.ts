import { createHash } from 'node:crypto';
import type { Stripe } from '#server/providers/payments/stripe-sdk.ts';
import type {
  Json,
  LocalBalanceTransaction,
  LocalCard,
  LocalCustomer,
  LocalEvent,
  LocalIntent,
  LocalPrice,
  LocalProduct,
  LocalTaxId,
} from '../account-state.ts';
import type { AccountContext } from '../account.ts';
import type { Part, StripeFields, StripeObjectName } from './stripe-types.ts';

/** The API version of these views. */
const API_VERSION = '2026-10-28.endive';
export const CURRENCY = 'usd';

/** Returns an object in Stripe's format: its fields, and those that are the same for all objects. */
export function stripeObject<K extends StripeObjectName>(
  object: K,
  fields: StripeFields<K>,
): StripeFields<K> {
  return { object, livemode: false, metadata: {}, ...fields };
}

export function listView<T extends object>(url: string, data: T[], hasMore = false) {
  return { object: 'list' as const, url, has_more: hasMore, data };
}

export function customerView(customer: LocalCustomer): Json {
  if (customer.deleted === true) return { id: customer.id, object: 'customer', deleted: true };
  return stripeObject('customer', {
    id: customer.id,
    email: customer.email,
    name: customer.name,
    metadata: customer.metadata,
    created: customer.created,
    address: customer.address,
    balance: customer.balance,
    invoice_settings: { default_payment_method: customer.defaultCard },
  });
}

export function taxIdView({ state }: AccountContext, { id, type, value, created }: LocalTaxId) {
  return stripeObject('tax_id', {
    id,
    type,
    value,
    country: null,
    created,
    customer: state.customer.id,
    owner: { type: 'customer', customer: state.customer.id },
    verification: { status: 'pending', verified_address: null, verified_name: null },
  });
}

export function productView({ id, name, created }: LocalProduct) {
  return stripeObject('product', { id, name, active: true, created });
}

export function priceView({ id, product, amount, lookupKey, created }: LocalPrice) {
  return stripeObject('price', {
    id,
    product,
    active: true,
    type: 'recurring',
    currency: CURRENCY,
    unit_amount: amount,
    lookup_key: lookupKey,
    recurring: { interval: 'month', interval_count: 1 },
    created,
  });
}

export function cardView(account: AccountContext, card: LocalCard) {
  return stripeObject('payment_method', {
    id: card.id,
    type: 'card',
    customer: card.attached ? account.state.customer.id : null,
    card: {
      brand: card.brand,
      last4: card.last4,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      country: 'US',
      funding: 'credit',
      fingerprint: fingerprintOf(card),
    },
    billing_details: card.billingDetails,
    created: card.created,
  });
}

/** Returns a text that identifies the number of a card. No two test cards end in the same digits. */
function fingerprintOf({ brand, last4 }: LocalCard): string {
  return createHash('sha256').update(`${brand} ${last4}`).digest('hex').slice(0, 16);
}

/** Returns the view of an intent. Events do not contain the client secret. */
export function intentView(account: AccountContext, intent: LocalIntent, withSecret = true) {
  if (intent.kind === 'payment') return paymentIntentView(account, intent, withSecret);
  return stripeObject('setup_intent', {
    ...commonIntentFields(account, intent, withSecret),
    last_setup_error: intent.lastError,
  });
}

export function paymentIntentView(account: AccountContext, intent: LocalIntent, withSecret: boolean) {
  return stripeObject('payment_intent', {
    ...commonIntentFields(account, intent, withSecret),
    amount: intent.amount,
    amount_received: intent.status === 'succeeded' ? intent.amount : 0,
    currency: CURRENCY,
    last_payment_error: intent.lastError,
  });
}

function commonIntentFields({ state }: AccountContext, intent: LocalIntent, withSecret: boolean) {
  return {
    id: intent.id,
    customer: state.customer.id,
    status: intent.status,
    payment_method: intent.card,
    payment_method_types: ['card'],
    next_action:
      intent.status === 'requires_action'
        ? { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure' } }
        : null,
    ...(withSecret ? { client_secret: intent.clientSecret } : {}),
    created: intent.created,
  };
}

export function balanceTransactionView(account: AccountContext, transaction: LocalBalanceTransaction) {
  const { id, type, amount, endingBalance, invoice, description, metadata, created } = transaction;
  return stripeObject('customer_balance_transaction', {
    id,
    amount,
    created,
    credit_note: null,
    currency: CURRENCY,
    customer: account.state.customer.id,
    description,
    ending_balance: endingBalance,
    invoice,
    metadata,
    type,
  });
}

export function eventView(
  event: LocalEvent,
): Part<Omit<Stripe.EventBase, 'data' | 'type'>> & { type: string; data: Json } {
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
