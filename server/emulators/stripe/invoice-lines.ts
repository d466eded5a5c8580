import type { Json, LocalInvoice } from './account-state.ts';

/** Returns the amount of an invoice that a card pays, in cents, after the customer's balance was applied. */
export function amountDue({ price, startingBalance, endingBalance }: LocalInvoice): number {
  return price.amount + startingBalance - endingBalance;
}

/** Returns the only line item of an invoice: its plan for one period. */
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
