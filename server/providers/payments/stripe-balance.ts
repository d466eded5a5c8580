import type { PaymentReversal } from './port.ts';
import { stripeCall, stripeFind } from './stripe-errors.ts';
import { date, idOf } from './stripe-mapping.ts';
import type { Stripe } from './stripe-sdk.ts';

/** The metadata of a balance transaction that returns what balance paid for an invoice. Support may set it too. */
const REFUND_OF = 'refund_of';
const MAX_TRANSACTIONS = 10_000;

/** What the customer's balance paid for an invoice, and what of it was returned to the balance since. Cents. */
export interface BalancePayment {
  customerId: string;
  /** Below 0 where the invoice collected a debt beyond its total. */
  paid: number;
  returned: PaymentReversal[];
}

/** The share of the customer's balance in a paid invoice; `undefined` for an invoice that is not paid. */
export async function balancePayment(stripe: Stripe, invoiceId: string): Promise<BalancePayment | undefined> {
  const invoice = await stripeFind(() => stripe.invoices.retrieve(invoiceId));
  const customerId = idOf(invoice?.customer);
  if (invoice?.status !== 'paid' || customerId === undefined) return undefined;
  const paid = (invoice.ending_balance ?? invoice.starting_balance) - invoice.starting_balance;
  const transactions = stripe.customers.listBalanceTransactions(customerId, { limit: 100 });
  const all = await stripeCall(() => transactions.autoPagingToArray({ limit: MAX_TRANSACTIONS }));
  const mine = all.filter(({ metadata }) => metadata?.[REFUND_OF] === invoiceId);
  return { customerId, paid, returned: mine.map(toReversal) };
}

/**
 * Returns what the balance paid for an invoice to the balance. What was returned is looked up first: Stripe forgets
 * an idempotency key after a day.
 */
export async function returnToBalance(
  stripe: Stripe,
  invoiceId: string,
  idempotencyKey: string,
): Promise<void> {
  const payment = await balancePayment(stripe, invoiceId);
  if (payment === undefined || payment.paid === 0) return;
  const left = payment.returned.reduce((cents, { amount }) => cents - amount, payment.paid);
  // Support may have returned as much or more by hand.
  if (left === 0 || left > 0 !== payment.paid > 0) return;
  const params = {
    amount: -left,
    currency: 'usd',
    description: 'Refund of a second subscription',
    metadata: { [REFUND_OF]: invoiceId },
  };
  await stripeCall(() =>
    stripe.customers.createBalanceTransaction(payment.customerId, params, { idempotencyKey }),
  );
}

function toReversal({ id, amount, created }: Stripe.CustomerBalanceTransaction): PaymentReversal {
  return { kind: 'refund', id, amount: -amount, createdAt: date(created) };
}
