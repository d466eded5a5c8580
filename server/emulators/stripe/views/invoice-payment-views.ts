import type { Stripe } from '#server/providers/payments/stripe-sdk.ts';
import type { LocalInvoice } from '../account-state.ts';
import type { AccountContext } from '../account.ts';
import { CURRENCY, paymentIntentView } from './object-views.ts';
import type { Part } from './stripe-types.ts';

/** Paths of the objects to expand. */
export type Expand = readonly string[];

const INVOICE_PAYMENT_STATUS = {
  draft: 'open',
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
): Part<Stripe.InvoicePayment>[] {
  const intent = account.state.intents.find(({ id }) => id === invoice.intent);
  if (intent === undefined) return [];
  const expanded = expand.includes('data.payment.payment_intent');
  const payment: Part<Stripe.InvoicePayment> = {
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
      payment_intent: expanded ? paymentIntentView(account, intent, false) : intent.id,
    },
    livemode: false,
  };
  return [payment];
}
