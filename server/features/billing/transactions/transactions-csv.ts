import { formatDateTime } from '#shared/formats.ts';
import type { TransactionReversal, TransactionView } from '#shared/schemas/billing/billing.ts';
import { transactionsFile } from '#shared/paths.ts';
import { TRANSACTION_STATUS } from '#shared/billing/transactions.ts';
import { CSV_BATCH, csvDownload } from '#server/platform/trpc/csv-download.ts';
import { inBatches } from '#server/platform/lib/in-batches.ts';
import type { FileDownload } from '#server/platform/trpc/trpc.ts';
import { presentTransaction } from './present-transactions.ts';
import type { TransactionStore } from './transaction-store.ts';

/** The columns are fixed: accountants import them. Amounts are US dollars. */
const HEADERS = [
  'Invoice number',
  'Invoice date (UTC)',
  'Paid on (UTC)',
  'Plan',
  'Status',
  'Currency',
  'Amount',
  'Refunded',
  'Refund dates (UTC)',
  'Disputed',
  'Dispute dates (UTC)',
  'Net',
  'Receipt',
  'PDF',
];

/** Returns the transactions of a user as a CSV file, oldest first; of one UTC year only if `year` is given. */
export function transactionsAsCsv(
  transactions: TransactionStore,
  uid: string,
  year: number | undefined,
): FileDownload {
  return csvDownload(transactionsFile(year), HEADERS, inBatches(rows(transactions, uid, year), CSV_BATCH));
}

async function* rows(
  transactions: TransactionStore,
  uid: string,
  year: number | undefined,
): AsyncGenerator<string[]> {
  for await (const invoice of transactions.all(uid, year))
    yield rowOf(presentTransaction(invoice), invoice.paidAt);
}

function rowOf(transaction: TransactionView, paidAt: Date | undefined): string[] {
  const { amount, invoice_date, reversals } = transaction;
  const refunds = effectiveOf(reversals, 'refund');
  const disputes = effectiveOf(reversals, 'dispute');
  const paid = paidAt === undefined ? 0 : amount;
  return [
    transaction.invoice_number,
    formatDateTime(invoice_date * 1000),
    paidAt === undefined ? '' : formatDateTime(paidAt),
    transaction.plan_name,
    TRANSACTION_STATUS[transaction.status],
    transaction.currency.toUpperCase(),
    money(amount),
    money(sumOf(refunds)),
    datesOf(refunds),
    money(sumOf(disputes)),
    datesOf(disputes),
    money(paid - sumOf(refunds) - sumOf(disputes)),
    transaction.receipt_url ?? '',
    transaction.receipt_file_url ?? '',
  ];
}

/** Leaves out what takes nothing back any more: failed refunds and won disputes. */
function effectiveOf(reversals: readonly TransactionReversal[], kind: TransactionReversal['kind']) {
  return reversals.filter((reversal) => reversal.kind === kind && reversal.reversed_amount !== 0);
}

function sumOf(reversals: readonly TransactionReversal[]): number {
  return reversals.reduce((sum, { reversed_amount }) => sum + reversed_amount, 0);
}

function datesOf(reversals: readonly TransactionReversal[]): string {
  return reversals.map(({ timestamp }) => formatDateTime(timestamp * 1000)).join('; ');
}

function money(dollars: number): string {
  return dollars.toFixed(2);
}
