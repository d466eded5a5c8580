import type { Json, LocalInvoice } from './account-state.ts';

/** What is left of an invoice for a card, in cents, once the customer's balance is taken up. */
export function amountDue({ price, startingBalance, endingBalance }: LocalInvoice): number {
  return price.amount + startingBalance - endingBalance;
}

/** The one line of an invoice: its plan for a period. */
export function invoiceLineView(invoice: LocalInvoice): Json {
  return {
    id: invoice.id.replace(/^in_/, 'il_'),
    object: 'line_item',
    amount: invoice.price.amount,
    subtotal: invoice.price.amount,
    currency: 'usd',
    discount_amounts: [],
    invoice: invoice.id,
    quantity: 1,
    period: { start: invoice.periodStart, end: invoice.periodEnd },
    pricing: {
      type: 'price_details',
      price_details: { price: invoice.price.id, product: invoice.price.product },
    },
    parent: {
      type: 'subscription_item_details',
      invoice_item_details: null,
      subscription_item_details: { subscription: invoice.subscription, proration: false },
    },
    livemode: false,
    metadata: {},
  };
}
