import { formatNumber } from '#shared/formats.ts';
import { PLANS } from '#shared/plans.ts';
import type { TransactionReversal, TransactionView } from '#shared/schemas/billing/billing.ts';
import { amountDueOf, type InvoiceRecord } from '#server/features/billing/billing-records-model.ts';
import type { PaymentReversal } from '#server/providers/payments/port.ts';

const CENTS = 100;

/** Returns an invoice with its refunds and disputes as a transaction. */
export function presentTransaction(invoice: InvoiceRecord): TransactionView {
  return {
    id: invoice._id,
    timestamp: secondsOf(invoice.paidAt ?? invoice.createdAt),
    invoice_date: secondsOf(invoice.createdAt),
    amount: invoice.total / CENTS,
    amount_due: amountDueOf(invoice) / CENTS,
    currency: 'usd',
    status: statusOf(invoice),
    plan_name: soldBy(invoice),
    invoice_id: invoice._id,
    invoice_number: invoice.number,
    receipt_url: invoice.pageUrl ?? null,
    receipt_file_url: invoice.fileUrl ?? null,
    // A dispute without withdrawn funds is only an inquiry of the bank.
    reversals: reversalsOf(invoice)
      .filter(({ initial }) => initial !== 0)
      .map(presentReversal),
  };
}

/** Returns the title of the plan that an invoice pays for, or the credits; empty for anything else. */
export function soldBy({ plan, credits }: Pick<InvoiceRecord, 'plan' | 'credits'>): string {
  if (plan !== undefined) return PLANS[plan].title;
  return credits === undefined ? '' : `${formatNumber(credits)} credits`;
}

function presentReversal({ id, kind, createdAt, initial, amount }: PaymentReversal): TransactionReversal {
  return {
    id,
    kind,
    timestamp: secondsOf(createdAt),
    amount: initial / CENTS,
    reversed_amount: amount / CENTS,
  };
}

function statusOf(invoice: InvoiceRecord): TransactionView['status'] {
  const { outcome, status, total } = invoice;
  if (outcome === 'refunded') return 'refunded';
  if (reversedBy(invoice, 'dispute') > 0) return 'disputed';
  const refunded = reversedBy(invoice, 'refund');
  if (refunded > 0) return refunded >= total ? 'refunded' : 'partially_refunded';
  return status === 'draft' ? 'open' : status;
}

/** US cents of an invoice that its refunds or its disputes currently take back. */
function reversedBy(invoice: InvoiceRecord, kind: PaymentReversal['kind']): number {
  return reversalsOf(invoice).reduce((sum, one) => (one.kind === kind ? sum + one.amount : sum), 0);
}

function reversalsOf({ reversals = [] }: InvoiceRecord): PaymentReversal[] {
  return reversals;
}

function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
