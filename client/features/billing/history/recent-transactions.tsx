import { ReceiptText } from 'lucide-react';
import { transactionsCsvPath, transactionsFile } from '#shared/paths.ts';
import { useUser } from '#client/app/session/use-session.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Field } from '#client/ui/controls/field.tsx';
import { SelectInput } from '#client/ui/controls/inputs.tsx';
import { EmptyState } from '#client/ui/display/states.tsx';
import { DownloadCsv } from '#client/app/download-csv.tsx';
import { ListCard } from '#client/kit/list-card.tsx';
import { TRANSACTION_COLUMNS } from './transaction-columns.tsx';
import { useTransactions } from './use-transactions.ts';

/** All invoices with receipts, refunds and disputes: the latest five first. */
export function RecentTransactions() {
  const { query, year, years, shown, hasMore, hasFewer, loadingMore, ...actions } = useTransactions();
  const { uid } = useUser();
  return (
    <ListCard
      title="Recent Transactions"
      actions={
        <div className="flex min-h-10 min-w-0 items-center gap-2.5 max-sm:mt-2 max-sm:w-full">
          <YearFilter years={years} value={year} onChange={actions.chooseYear} />
          <DownloadCsv
            path={transactionsCsvPath(uid, year)}
            name={transactionsFile(year)}
            what="transactions"
          />
        </div>
      }
      query={query}
      columns={TRANSACTION_COLUMNS}
      rows={shown}
      rowKey={({ id }) => id}
      skeletonRows={1}
      empty={
        <EmptyState
          icon={ReceiptText}
          title={year === undefined ? 'No transactions yet' : `No transactions in ${String(year)}`}
          text="Payments appear here."
        />
      }
      footer={
        (hasMore || hasFewer) && (
          <div className="border-t border-line px-5 py-3">
            <Button
              variant="ghost"
              size="sm"
              busy={loadingMore}
              onClick={hasMore ? actions.showMore : actions.showFewer}
            >
              {hasMore ? 'Show more' : 'Show fewer'}
            </Button>
          </div>
        )
      }
    />
  );
}

interface YearFilterProps {
  years: readonly number[];
  value: number | undefined;
  onChange: (year: number | undefined) => void;
}

function YearFilter({ years, value, onChange }: YearFilterProps) {
  const options = years.map((year) => ({ value: String(year), label: String(year) }));
  return (
    <Field label="Year" hideLabel className="w-32 min-w-0 max-sm:flex-1">
      <SelectInput
        value={value === undefined ? '' : String(value)}
        options={[{ value: '', label: 'All years' }, ...options]}
        onChange={({ target }) => {
          onChange(target.value === '' ? undefined : Number(target.value));
        }}
      />
    </Field>
  );
}
