import { ProviderRejected } from '#server/providers/errors.ts';
import type { PaymentAttempt, PaymentGateway } from './port.ts';
import { returnToBalance } from './stripe-reversals.ts';
import { keyed, stripeCall, stripeFind, Stripe, underKeys } from './stripe-sdk.ts';
import { idOf, toAttempt, toIntent, toInvoice } from './stripe-mapping.ts';

type Payments = Pick<PaymentGateway, 'invoice' | 'payInvoice' | 'refundInvoice' | 'intent' | 'payIntent'>;

/** Above the number of lines that Stripe allows on an invoice. */
const MAX_LINES = 10_000;

/** Stripe's error codes for a payment that requires authentication. */
const NEEDS_ACTION = ['authentication_required', 'invoice_payment_intent_requires_action'];

/** Stripe's error codes for a payment that was refunded or charged back before. */
const RETURNED = ['charge_already_refunded', 'charge_disputed', 'refund_disputed_payment'];

/** Invoices and their payments at Stripe. */
export function stripePayments(stripe: Stripe): Payments {
  return {
    async invoice(id) {
      const invoice = await stripeFind(() => stripe.invoices.retrieve(id));
      if (invoice?.lines.has_more !== true) return invoice && toInvoice(invoice);
      const lines = stripe.invoices.listLineItems(id, { limit: 100 });
      return toInvoice(invoice, await stripeCall(() => lines.autoPagingToArray({ limit: MAX_LINES })));
    },

    payInvoice: (invoiceId, cardId, key, isPresent = true) =>
      charged(
        key,
        async (tried) => {
          // Stripe's default is that nobody is there, who could authenticate.
          const params = { payment_method: cardId, off_session: !isPresent };
          const invoice = await stripe.invoices.pay(invoiceId, params, keyed(tried));
          return invoice.status === 'paid' ? { kind: 'paid' } : { kind: 'processing' };
        },
        () => paymentOf(stripe, invoiceId, cardId),
      ),

    async refundInvoice(invoiceId, key) {
      const payments = await stripeCall(() =>
        stripe.invoicePayments.list({ invoice: invoiceId, status: 'paid' }),
      );
      for (const { id, payment } of payments.data) {
        const payment_intent = idOf(payment.payment_intent);
        if (payment_intent === undefined) continue;
        await ignoreAlreadyReturned(() =>
          stripeCall(() => stripe.refunds.create({ payment_intent }, { idempotencyKey: `${key}:${id}` })),
        );
      }
      await returnToBalance(stripe, invoiceId, `${key}:balance`);
    },

    async intent(id) {
      const intent = await stripeFind(() => stripe.paymentIntents.retrieve(id));
      if (intent === undefined) return undefined;
      const payment = { type: 'payment_intent', payment_intent: id };
      const payments = await stripeCall(() => stripe.invoicePayments.list({ payment }));
      return toIntent(intent, idOf(payments.data[0]?.invoice));
    },

    payIntent: (intentId, cardId, key) =>
      charged(
        key,
        async (tried) => {
          const params = { payment_method: cardId, use_stripe_sdk: true };
          return toAttempt(await stripe.paymentIntents.confirm(intentId, params, keyed(tried)));
        },
        () => begun(stripe, intentId, cardId),
      ),
  };
}

/** Charges a card, under another key where Stripe has stored a 500 for `key` and no payment has begun. */
function charged(
  key: string | undefined,
  pay: (key: string | undefined) => Promise<PaymentAttempt>,
  outcome: () => Promise<PaymentAttempt | undefined>,
): Promise<PaymentAttempt> {
  if (key === undefined) return attempt(() => pay(key));
  return underKeys(key, (tried) => attempt(() => pay(tried)), outcome);
}

/** Returns what has become of the payment of an invoice; undefined where it is open and no payment has begun. */
async function paymentOf(
  stripe: Stripe,
  invoiceId: string,
  cardId: string,
): Promise<PaymentAttempt | undefined> {
  const invoice = await stripeCall(() => stripe.invoices.retrieve(invoiceId, { expand: ['payments'] }));
  if (invoice.status === 'paid') return { kind: 'paid' };
  const ids = (invoice.payments?.data ?? []).map(({ payment }) => idOf(payment.payment_intent));
  for (const id of ids) {
    const payment = id === undefined ? undefined : await begun(stripe, id, cardId);
    if (payment !== undefined) return payment;
  }
  return undefined;
}

/** Returns how far a payment is that has begun: paid, in progress or waiting for the holder of the card. */
async function begun(stripe: Stripe, intentId: string, cardId: string): Promise<PaymentAttempt | undefined> {
  const intent = await stripeCall(() => stripe.paymentIntents.retrieve(intentId));
  const attempted = toAttempt(intent);
  const isOfOther = attempted.kind === 'requires_action' && idOf(intent.payment_method) !== cardId;
  return attempted.kind === 'declined' || isOfOther ? undefined : attempted;
}

/** Ignores the refusal of a refund that was made before, by an expired idempotency key or manually. */
async function ignoreAlreadyReturned(refund: () => Promise<unknown>): Promise<void> {
  try {
    await refund();
  } catch (error) {
    if (!(error instanceof ProviderRejected && RETURNED.includes(error.vendorCode))) throw error;
  }
}

/** Returns a decline as a result; rethrows any other error. */
async function attempt(pay: () => Promise<PaymentAttempt>): Promise<PaymentAttempt> {
  try {
    return await stripeCall(pay);
  } catch (error) {
    if (!(error instanceof ProviderRejected && error.cause instanceof Stripe.errors.StripeCardError))
      throw error;
    if (NEEDS_ACTION.includes(error.vendorCode)) return { kind: 'requires_action' };
    return { kind: 'declined', message: error.message, code: error.vendorCode };
  }
}
