import type { PaymentGateway, PaymentReversal } from './port.ts';
import { balancePayment } from './stripe-balance.ts';
import { stripeCall } from './stripe-errors.ts';
import { idOf } from './stripe-mapping.ts';
import type { Stripe } from './stripe-sdk.ts';

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
    createdAt: new Date(created * 1000),
  };
}

/** Maps a dispute to its withdrawn amount; its balance transactions may be in the currency of our account. */
function fromDispute(dispute: Stripe.Dispute, intent: string | Stripe.PaymentIntent): PaymentReversal {
  const { id, balance_transactions, created } = dispute;
  const amounts = balance_transactions.map((transaction) => transaction.amount);
  const withdrawn = -sumOf(amounts.filter((cents) => cents < 0));
  const reversed = Math.max(0, -sumOf(amounts));
  return {
    kind: 'dispute',
    id,
    amount: withdrawn === 0 ? 0 : Math.round((disputedOf(dispute, intent) * reversed) / withdrawn),
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
