import type { PaymentReversal } from './port.ts';
import { stripeCall, stripeFind } from './stripe-errors.ts';
import { date, idOf } from './stripe-mapping.ts';
import type { Stripe } from './stripe-sdk.ts';

/** The metadata key of a balance transaction that refunds an invoice. Support may set it too. */
const REFUND_OF = 'refund_of';
const MAX_TRANSACTIONS = 10_000;

/** The part of an invoice paid from customer balance, in cents, and the refunds of it. */
export interface BalancePayment {
  customerId: string;
  /** Negative if the invoice collected a debt beyond its total. */
  paid: number;
  returned: PaymentReversal[];
}

/** Returns the balance payment of an invoice; `undefined` if the invoice is not paid. */
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
 * Refunds the part of an invoice paid from customer balance. Looks up earlier refunds first, because Stripe keeps an
 * idempotency key for one day only.
 */
export async function returnToBalance(
  stripe: Stripe,
  invoiceId: string,
  idempotencyKey: string,
): Promise<void> {
  const payment = await balancePayment(stripe, invoiceId);
  if (payment === undefined || payment.paid === 0) return;
  const left = payment.returned.reduce((cents, { amount }) => cents - amount, payment.paid);
  // Support may have refunded as much or more manually.
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
