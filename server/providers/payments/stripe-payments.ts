import { ProviderRejected } from '#server/providers/errors.ts';
import type { PaymentAttempt, PaymentGateway } from './port.ts';
import { returnToBalance } from './stripe-reversals.ts';
import { keyed, stripeCall, stripeFind, Stripe } from './stripe-sdk.ts';
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
      attempt(async () => {
        // Stripe's default is that nobody is there, who could authenticate.
        const params = { payment_method: cardId, off_session: !isPresent };
        const invoice = await stripe.invoices.pay(invoiceId, params, keyed(key));
        return invoice.status === 'paid' ? { kind: 'paid' } : { kind: 'processing' };
      }),

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
      attempt(async () => {
        const params = { payment_method: cardId, use_stripe_sdk: true };
        return toAttempt(await stripe.paymentIntents.confirm(intentId, params, keyed(key)));
      }),
  };
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
