import { z } from 'zod';
import { findAttachedCard, findIntent, findInvoice, findSubscription, recordEvent } from '../account.ts';
import { chargeOffSession, confirmIntent } from '../payments.ts';
import { invalidRequest, resourceMissing } from '../stripe-api-error.ts';
import { cancelSubscription, openSubscription, scheduleCancellation, voidInvoice } from '../subscriptions.ts';
import { invoicePaymentViews } from '../views/invoice-payment-views.ts';
import { invoiceView, subscriptionView } from '../views/invoice-views.ts';
import { listView } from '../views/object-views.ts';
import { accountRoute, expand, expandOnly, flag, ok, replyRoute } from './route.ts';

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

const subscriptionChange = z.strictObject({
  default_payment_method: z.string().optional(),
  cancel_at_period_end: flag.optional(),
  cancel_at: z.union([z.literal(''), z.coerce.number().int().positive()]).optional(),
});

/** Filters the payments of an invoice, or the invoice of a payment. */
const paymentFilter = z.strictObject({
  invoice: z.string().optional(),
  status: z.string().optional(),
  payment: z.strictObject({ type: z.literal('payment_intent'), payment_intent: z.string() }).optional(),
  expand,
  limit: z.coerce.number().int().optional(),
});

/** Subscriptions and their invoices. */
export const subscriptionRoutes = [
  {
    ...accountRoute('POST /v1/subscriptions', newSubscription, (account, { items, expand }) => {
      const price = account.prices.find(({ id }) => id === items[0].price);
      if (price === undefined) throw resourceMissing('price', items[0].price);
      return subscriptionView(account, openSubscription(account, price), expand);
    }),
    needsPrices: true,
  },

  accountRoute('GET /v1/subscriptions/:id', expandOnly, (account, { expand }, id) =>
    subscriptionView(account, findSubscription(account, id), expand),
  ),

  accountRoute('POST /v1/subscriptions/:id', subscriptionChange, (account, change, id) => {
    const subscription = findSubscription(account, id);
    if (subscription.endedAt !== null)
      throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.');
    if (change.default_payment_method !== undefined)
      subscription.defaultCard = findAttachedCard(account, change.default_payment_method).id;
    scheduleCancellation(subscription, change);
    recordEvent(account, 'customer.subscription.updated', subscriptionView(account, subscription));
    return subscriptionView(account, subscription);
  }),

  // Applies a coupon to the next invoices. At Stripe that is a coupon and the discounts of a subscription; the path is ours.
  accountRoute(
    'POST /v1/subscriptions/:id/discount',
    z.strictObject({ percent_off: z.int().min(0).max(100) }),
    (account, { percent_off }, id) => {
      const subscription = findSubscription(account, id);
      subscription.percentOff = percent_off;
      return subscriptionView(account, subscription);
    },
  ),

  accountRoute('DELETE /v1/subscriptions/:id', z.unknown(), (account, _params, id) => {
    const subscription = findSubscription(account, id);
    cancelSubscription(account, subscription);
    return subscriptionView(account, subscription);
  }),

  accountRoute('GET /v1/invoices/:id', expandOnly, (account, { expand }, id) =>
    invoiceView(account, findInvoice(account, id), expand),
  ),

  accountRoute('POST /v1/invoices/:id/void', expandOnly, (account, { expand }, id) => {
    const invoice = findInvoice(account, id);
    voidInvoice(account, invoice);
    return invoiceView(account, invoice, expand);
  }),

  replyRoute(
    'POST /v1/invoices/:id/pay',
    z.strictObject({ payment_method: z.string(), off_session: flag.default(true) }),
    (account, { payment_method, off_session }, id) => {
      const invoice = findInvoice(account, id);
      if (invoice.status !== 'open')
        throw invalidRequest('Invoice is already paid or cannot be paid.', 'invoice_not_open');
      const intent = findIntent(account, 'payment', invoice.intent ?? '');
      const card = findAttachedCard(account, payment_method);
      const reply = (off_session ? chargeOffSession : confirmIntent)(account, intent, card);
      if (reply.status !== 200) return reply;
      if (reply.body['status'] === 'succeeded') return ok(invoiceView(account, invoice));
      const message = 'This payment requires additional user action before it can be completed successfully.';
      const code = 'invoice_payment_intent_requires_action';
      return { status: 402, body: { error: { type: 'card_error', code, message } } };
    },
  ),

  accountRoute('GET /v1/invoice_payments', paymentFilter, (account, filter) => {
    const { invoice, payment, status } = filter;
    const invoices = account.state.invoices.filter(
      ({ id, intent }) => (invoice ?? id) === id && (payment?.payment_intent ?? intent) === intent,
    );
    const payments = invoices.flatMap((found) => invoicePaymentViews(account, found, filter.expand));
    return listView(
      '/v1/invoice_payments',
      payments.filter((found) => (status ?? found['status']) === found['status']),
    );
  }),
];
