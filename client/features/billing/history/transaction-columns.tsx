import { formatDateTime, formatMoney } from '#shared/formats.ts';
import type { TransactionReversal, TransactionView } from '#shared/schemas/billing/billing.ts';
import { TRANSACTION_STATUS } from '#shared/billing/transactions.ts';
import { PayUnpaid } from '#client/features/billing/overdue/pay-now.tsx';
import type { Column } from '#client/ui/display/data-table.tsx';
import { StatusPill, type StatusTone } from '#client/ui/display/status-pill.tsx';
import { TextLink } from '#client/ui/controls/link.tsx';

const TONE: Record<TransactionView['status'], StatusTone> = {
  paid: 'delivered',
  open: 'waiting',
  void: 'neutral',
  refunded: 'neutral',
  partially_refunded: 'neutral',
  disputed: 'failed',
};

/** Columns of the transactions: an invoice with its refunds and disputes. */
export const TRANSACTION_COLUMNS: readonly Column<TransactionView>[] = [
  {
    key: 'date',
    header: 'Date (UTC)',
    cell: ({ invoice_date }) => <span className="whitespace-nowrap">{dateOf(invoice_date)}</span>,
  },
  { key: 'plan', header: 'Plan', cell: ({ plan_name }) => plan_name },
  { key: 'status', header: 'Status', cell: (transaction) => <Status {...transaction} /> },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    cell: ({ amount, currency }) => <span className="font-medium">{formatMoney(amount, currency)}</span>,
  },
  {
    key: 'receipt',
    header: 'Receipt',
    role: 'actions',
    cell: (transaction) => <TransactionActions {...transaction} />,
  },
];

function dateOf(seconds: number): string {
  return formatDateTime(seconds * 1000);
}

/** The status of an invoice, and a line for each of its refunds and disputes. */
function Status({ status, reversals, currency }: TransactionView) {
  return (
    <div className="grid justify-items-start gap-1.5 as-cards:justify-items-end">
      <StatusPill tone={TONE[status]}>{TRANSACTION_STATUS[status]}</StatusPill>
      {reversals.map((reversal) => (
        <span key={reversal.id} className="text-xs text-ink-3">
          {textOf(reversal, currency)}
        </span>
      ))}
    </div>
  );
}

function textOf({ kind, amount, reversed_amount, timestamp }: TransactionReversal, currency: string): string {
  const what = `${kind === 'refund' ? 'Refund' : 'Dispute'} of ${formatMoney(amount, currency)}`;
  const when = dateOf(timestamp).slice(0, 'MM-dd-yyyy'.length);
  if (reversed_amount !== 0) return `${what} on ${when}`;
  return `${what} on ${when} ${kind === 'refund' ? 'failed' : 'won'}`;
}

/** What can be done about an invoice: paying the renewal that failed, and its receipt as a page and as a file. */
function TransactionActions({
  id,
  amount_due,
  receipt_url,
  receipt_file_url,
  invoice_date,
}: TransactionView) {
  const of = ` of ${dateOf(invoice_date)}`;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 whitespace-nowrap as-table:justify-end">
      <PayUnpaid invoiceId={id} amount={amount_due} />
      {receipt_url !== null && (
        <TextLink href={receipt_url} target="_blank" rel="noopener noreferrer">
          View Online<span className="sr-only"> the receipt{of} in a new window</span>
        </TextLink>
      )}
      {receipt_file_url !== null && (
        <TextLink href={receipt_file_url} target="_blank" rel="noopener noreferrer">
          PDF<span className="sr-only"> file of the receipt{of}</span>
        </TextLink>
      )}
    </div>
  );
}
