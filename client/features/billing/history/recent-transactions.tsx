import { ReceiptText } from 'lucide-react';
import { formatDateTime, formatMoney } from '#shared/formats.ts';
import type { TransactionView } from '#shared/schemas/billing.ts';
import { trpc } from '#client/app/trpc.ts';
import { Card, CardHeader, CardTitle } from '#client/ui/display/card.tsx';
import { DataTable, type Column } from '#client/ui/display/data-table.tsx';
import { EmptyState, LoadError } from '#client/ui/display/states.tsx';
import { StatusPill, type StatusTone } from '#client/ui/display/status-pill.tsx';
import { PayUnpaid } from '#client/features/billing/overdue/pay-now.tsx';
import { TextLink } from '#client/ui/controls/link.tsx';

/** Maximum number of rows. */
const SHOWN = 5;

const STATUS: Record<TransactionView['status'], [tone: StatusTone, label: string]> = {
  paid: ['delivered', 'Paid'],
  open: ['waiting', 'Open'],
  void: ['neutral', 'Void'],
  refunded: ['neutral', 'Refunded'],
  partially_refunded: ['neutral', 'Partially refunded'],
  disputed: ['failed', 'Disputed'],
};

const COLUMNS: readonly Column<TransactionView>[] = [
  { key: 'date', header: 'Date (UTC)', cell: ({ timestamp }) => dateOf(timestamp) },
  { key: 'plan', header: 'Plan', cell: ({ plan_name }) => plan_name },
  { key: 'status', header: 'Status', cell: ({ status }) => <Status status={status} /> },
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
    cell: (transaction) => (
      <div className="flex flex-wrap items-center justify-end gap-3">
        <PayUnpaid invoiceId={transaction.id} amount={transaction.amount} />
        <Receipt {...transaction} />
      </div>
    ),
  },
];

/** Recent payments with receipts. */
export function RecentTransactions() {
  const { data, isPending, isError, isFetching, refetch } = trpc.billing.transactions.useQuery();
  const unpaid = trpc.billing.subscription.useQuery().data?.unpaid_invoice_id;
  // The open invoice of a checkout is no transaction.
  const listed = data?.transactions.filter(
    ({ id, status }) => status !== 'void' && (status !== 'open' || id === unpaid),
  );
  return (
    <Card>
      <CardHeader>
        <CardTitle>Recent Transactions</CardTitle>
      </CardHeader>
      <DataTable
        label="Recent Transactions"
        columns={COLUMNS}
        rows={(listed ?? []).slice(0, SHOWN)}
        rowKey={({ id }) => id}
        loading={isPending}
        skeletonRows={1}
        className="mt-2"
        empty={<EmptyState icon={ReceiptText} title="No transactions yet" text="Payments appear here." />}
      />
      {isError && <LoadError className="pb-5" onRetry={() => void refetch()} busy={isFetching} />}
    </Card>
  );
}

function dateOf(timestamp: number): string {
  return formatDateTime(timestamp * 1000);
}

function Status({ status }: Pick<TransactionView, 'status'>) {
  const [tone, label] = STATUS[status];
  return <StatusPill tone={tone}>{label}</StatusPill>;
}

function Receipt({ receipt_url, timestamp }: TransactionView) {
  if (receipt_url === null) return null;
  return (
    <TextLink href={receipt_url} target="_blank" rel="noopener noreferrer">
      View Online<span className="sr-only"> the receipt of {dateOf(timestamp)} in a new window</span>
    </TextLink>
  );
}
