import { formatNumber } from '#shared/formats.ts';
import type { Outcomes } from '#shared/schemas/analytics.ts';
import { DataTable, type Column } from '#client/ui/display/data-table.tsx';
import { adviceFor } from './outcome-advice.ts';

type Reason = Outcomes['reasons'][number];

const COLUMNS: Column<Reason>[] = [
  { key: 'reason', header: 'Reason', role: 'title', cell: ({ reason }) => reason },
  { key: 'count', header: 'Calls', cell: ({ count }) => formatNumber(count) },
  { key: 'retryable', header: 'Can be retried', cell: ({ retryable }) => formatNumber(retryable) },
  { key: 'advice', header: 'What you can do', cell: ({ code }) => adviceFor(code) },
];

/** The failed calls by reason as a table, with what can be done about each. */
export function OutcomeTable({ reasons }: { reasons: readonly Reason[] }) {
  return (
    <DataTable
      label="Failed calls by reason"
      columns={COLUMNS}
      rows={reasons}
      rowKey={({ code }) => code}
      empty={null}
    />
  );
}
