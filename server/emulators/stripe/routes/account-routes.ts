import { z, type ZodType } from 'zod';
import type { Json, LocalCard, Reply } from '#server/emulators/stripe/account-state.ts';
import {
  findCard,
  findIntent,
  findInvoice,
  findSubscription,
  recordEvent,
  type AccountContext,
} from '#server/emulators/stripe/account.ts';
import { invalidRequest, resourceMissing } from '#server/emulators/stripe/stripe-api-error.ts';
import { confirmIntent } from '#server/emulators/stripe/payments.ts';
import { cancelSubscription, openSubscription, voidInvoice } from '#server/emulators/stripe/subscriptions.ts';
import {
  cardView,
  customerView,
  invoicePaymentViews,
  invoiceView,
  listView,
  subscriptionView,
  type Expand,
} from './views.ts';

/** Handles a request about one account; `id` is the id in its path. */
export type AccountHandler = (account: AccountContext, params: unknown, id: string) => Reply;

const expand = z.array(z.string()).default([]);
const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const page = { limit: z.coerce.number().int().optional() };

/** Parses parameters. Throws `StripeApiError` 400 with the name of an unknown or invalid one, as Stripe does. */
export function parseParams<T>(schema: ZodType<T>, params: unknown): T {
  const result = schema.safeParse(params);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const param = issue?.code === 'unrecognized_keys' ? (issue.keys[0] ?? '') : (issue?.path.join('.') ?? '');
  throw invalidRequest(`Received unknown or invalid parameter: ${param}`, 'parameter_invalid', { param });
}

export function ok(body: Json): Reply {
  return { status: 200, body };
}

/** Creates a handler whose only parameter is `expand`. */
export function view(toView: (account: AccountContext, id: string, expand: Expand) => Json): AccountHandler {
  return (account, params, id) =>
    ok(toView(account, id, parseParams(z.strictObject({ expand }), params).expand));
}

export const getCustomer = view((account) => customerView(account.state.customer));

export const updateCustomer: AccountHandler = (account, params) => {
  const { invoice_settings } = parseParams(
    z.strictObject({ invoice_settings: z.strictObject({ default_payment_method: z.string() }) }),
    params,
  );
  account.state.customer.defaultCard = attachedCard(account, invoice_settings.default_payment_method).id;
  recordEvent(account, 'customer.updated', customerView(account.state.customer));
  return ok(customerView(account.state.customer));
};

export const listCards: AccountHandler = (account, params, customerId) => {
  parseParams(z.strictObject({ type: z.literal('card').optional(), ...page }), params);
  const cards = account.state.cards.filter(({ attached }) => attached).reverse();
  return ok(
    listView(
      `/v1/customers/${customerId}/payment_methods`,
      cards.map((card) => cardView(account, card)),
    ),
  );
};

export function attachedCard(account: AccountContext, id: string): LocalCard {
  const card = findCard(account, id);
  if (!card.attached)
    throw invalidRequest('This PaymentMethod is not attached to the customer.', 'resource_missing');
  return card;
}

const newSubscription = z.strictObject({
  customer: z.string(),
  items: z.tuple([z.strictObject({ price: z.string() })]),
  payment_behavior: z.literal('default_incomplete'),
  payment_settings: z.strictObject({
    payment_method_types: z.tuple([z.literal('card')]),
    save_default_payment_method: z.literal('on_subscription'),
  }),
  expand,
});

export const createSubscription: AccountHandler = (account, params) => {
  const { items, expand: expanded } = parseParams(newSubscription, params);
  const price = account.prices.find(({ id }) => id === items[0].price);
  if (price === undefined) throw resourceMissing('price', items[0].price);
  return ok(subscriptionView(account, openSubscription(account, price), expanded));
};

export const getSubscription = view((account, id, expanded) =>
  subscriptionView(account, findSubscription(account, id), expanded),
);

export const updateSubscription: AccountHandler = (account, params, id) => {
  const change = parseParams(
    z.strictObject({ default_payment_method: z.string().optional(), cancel_at_period_end: flag.optional() }),
    params,
  );
  const subscription = findSubscription(account, id);
  if (subscription.endedAt !== null)
    throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.');
  if (change.default_payment_method !== undefined)
    subscription.defaultCard = attachedCard(account, change.default_payment_method).id;
  if (change.cancel_at_period_end !== undefined) subscription.cancelAtPeriodEnd = change.cancel_at_period_end;
  recordEvent(account, 'customer.subscription.updated', subscriptionView(account, subscription));
  return ok(subscriptionView(account, subscription));
};

export const deleteSubscription: AccountHandler = (account, _params, id) => {
  const subscription = findSubscription(account, id);
  cancelSubscription(account, subscription);
  return ok(subscriptionView(account, subscription));
};

export const getInvoice = view((account, id, expanded) =>
  invoiceView(account, findInvoice(account, id), expanded),
);

export const voidOpenInvoice = view((account, id, expanded) => {
  const invoice = findInvoice(account, id);
  voidInvoice(account, invoice);
  return invoiceView(account, invoice, expanded);
});

export const payInvoice: AccountHandler = (account, params, id) => {
  const { payment_method } = parseParams(z.strictObject({ payment_method: z.string() }), params);
  const invoice = findInvoice(account, id);
  if (invoice.status !== 'open')
    throw invalidRequest('Invoice is already paid or cannot be paid.', 'invoice_not_open');
  const reply = confirmIntent(
    account,
    findIntent(account, 'payment', invoice.intent ?? ''),
    attachedCard(account, payment_method),
  );
  if (reply.status !== 200) return reply;
  if (reply.body['status'] === 'succeeded') return ok(invoiceView(account, invoice));
  const message = 'This payment requires additional user action before it can be completed successfully.';
  return {
    status: 402,
    body: { error: { type: 'card_error', code: 'invoice_payment_intent_requires_action', message } },
  };
};

/** Lists the payments of an invoice, or the invoice of a payment. */
export const listInvoicePayments: AccountHandler = (account, params) => {
  const filter = parseParams(
    z.strictObject({
      invoice: z.string().optional(),
      status: z.string().optional(),
      payment: z.strictObject({ type: z.literal('payment_intent'), payment_intent: z.string() }).optional(),
      expand,
      ...page,
    }),
    params,
  );
  const found = account.state.invoices
    .filter(
      ({ id, intent }) =>
        (filter.invoice ?? id) === id && (filter.payment?.payment_intent ?? intent) === intent,
    )
    .flatMap((invoice) => invoicePaymentViews(account, invoice, filter.expand))
    .filter(({ status }) => (filter.status ?? status) === status);
  return ok(listView('/v1/invoice_payments', found));
};
