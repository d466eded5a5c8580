import type { TransactionView } from '#shared/schemas/billing.ts';
import type { BillingDeps } from '#server/billing/billing-deps.ts';
import type { InvoiceRecord } from './invoice-model.ts';
import { presentTransaction } from '#server/billing/present-billing.ts';
import { NO_REVERSALS } from '#server/billing/refunds/refund-step-store.ts';

/** Returns the invoices of a user that match `wanted` as transactions, newest first. */
export async function transactionsOf(
  { records, refunds }: Pick<BillingDeps, 'records' | 'refunds'>,
  uid: string,
  wanted: (invoice: InvoiceRecord) => boolean = () => true,
): Promise<TransactionView[]> {
  const invoices = (await records.invoices(uid)).filter(wanted);
  const reversed = await refunds.reversedAmounts(invoices.map(({ _id }) => _id));
  return invoices.map((invoice) => presentTransaction(invoice, reversed.get(invoice._id) ?? NO_REVERSALS));
}
