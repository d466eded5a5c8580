import type { PaymentGateway, PaymentReversal } from './port.ts';
import { ofCustomer, unlessGone } from './stripe-missing-customer.ts';
import { stripeCall, type Stripe, stripeFind } from './stripe-sdk.ts';
import { idOf, date } from './stripe-mapping.ts';

/** Stripe's largest page size. */
const PAGE_SIZE = 100;
const MAX_REVERSALS = 1_000;

/** Statuses of refunds that return no money. */
const WITHOUT_EFFECT = ['failed', 'canceled'];

/** The reversals of an invoice at Stripe, found through its card payments and its balance payment. */
export function stripeReversals(stripe: Stripe): Pick<PaymentGateway, 'reversals'> {
  async function ofPayment(intent: string | Stripe.PaymentIntent): Promise<PaymentReversal[]> {
    const params = { payment_intent: idOf(intent) ?? '', limit: PAGE_SIZE };
    const [refunds, disputes] = await Promise.all([
      stripeCall(() => stripe.refunds.list(params).autoPagingToArray({ limit: MAX_REVERSALS })),
      stripeCall(() => stripe.disputes.list(params).autoPagingToArray({ limit: MAX_REVERSALS })),
    ]);
    return [...refunds.map(fromRefund), ...disputes.map((dispute) => fromDispute(dispute, intent))];
  }

  return {
    async reversals(invoice) {
      const expand = ['data.payment.payment_intent'];
      const [payments, balance] = await Promise.all([
        stripeCall(() => stripe.invoicePayments.list({ invoice, status: 'paid', expand, limit: PAGE_SIZE })),
        balancePayment(stripe, invoice),
      ]);
      const intents = payments.data.flatMap(({ payment }) => payment.payment_intent ?? []);
      const reversals = await Promise.all(intents.map(ofPayment));
      return {
        paid: intents.reduce((sum, intent) => sum + receivedBy(intent), balance?.paid ?? 0),
        reversals: [...reversals.flat(), ...(balance?.returned ?? [])].sort(
          (a, b) => a.createdAt.getTime() - b.createdAt.getTime() || a.id.localeCompare(b.id),
        ),
      };
    },
  };
}

function receivedBy(intent: string | Stripe.PaymentIntent): number {
  return typeof intent === 'string' ? 0 : intent.amount_received;
}

function fromRefund({ id, amount, status, created }: Stripe.Refund): PaymentReversal {
  return {
    kind: 'refund',
    id,
    amount: WITHOUT_EFFECT.includes(status ?? '') ? 0 : amount,
    initial: amount,
    createdAt: new Date(created * 1000),
  };
}

/** Maps a dispute to its withdrawn amount; its balance transactions may be in the currency of our account. */
function fromDispute(dispute: Stripe.Dispute, intent: string | Stripe.PaymentIntent): PaymentReversal {
  const { id, balance_transactions, created } = dispute;
  const amounts = balance_transactions.map((transaction) => transaction.amount);
  const withdrawn = -sumOf(amounts.filter((cents) => cents < 0));
  const reversed = Math.max(0, -sumOf(amounts));
  const initial = withdrawn === 0 ? 0 : disputedOf(dispute, intent);
  return {
    kind: 'dispute',
    id,
    amount: withdrawn === 0 ? 0 : Math.round((initial * reversed) / withdrawn),
    initial,
    createdAt: new Date(created * 1000),
  };
}

/**
 * Returns the disputed amount in the currency of the payment. For a dispute in another currency it is the amount
 * withdrawn in the currency of the payment, or the whole payment if there is none.
 */
function disputedOf(dispute: Stripe.Dispute, intent: string | Stripe.PaymentIntent): number {
  const { amount, currency, balance_transactions } = dispute;
  if (typeof intent === 'string' || currency === intent.currency) return amount;
  const withdrawn = balance_transactions.filter((transaction) => transaction.amount < 0);
  const comparable = withdrawn.every((transaction) => transaction.currency === intent.currency);
  if (!comparable) return intent.amount_received;
  return Math.min(intent.amount_received, -sumOf(withdrawn.map((transaction) => transaction.amount)));
}

function sumOf(amounts: number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

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
async function balancePayment(stripe: Stripe, invoiceId: string): Promise<BalancePayment | undefined> {
  const invoice = await stripeFind(() => stripe.invoices.retrieve(invoiceId));
  const customerId = idOf(invoice?.customer);
  if (invoice?.status !== 'paid' || customerId === undefined) return undefined;
  const paid = (invoice.ending_balance ?? invoice.starting_balance) - invoice.starting_balance;
  const transactions = stripe.customers.listBalanceTransactions(customerId, { limit: 100 });
  const list = () => transactions.autoPagingToArray({ limit: MAX_TRANSACTIONS });
  // The balance of a deleted customer is lost.
  const all = (await ofCustomer(stripe, customerId, list).catch(unlessGone)) ?? [];
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
  await ofCustomer(stripe, payment.customerId, () =>
    stripe.customers.createBalanceTransaction(payment.customerId, params, { idempotencyKey }),
  ).catch(unlessGone);
}

function toReversal({ id, amount, created }: Stripe.CustomerBalanceTransaction): PaymentReversal {
  return { kind: 'refund', id, amount: -amount, initial: -amount, createdAt: date(created) };
}
