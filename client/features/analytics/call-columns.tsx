import type { CallDetail } from '#shared/schemas/analytics.ts';
import { CellText } from '#client/ui/display/cell-text.tsx';
import type { Column } from '#client/ui/display/data-table.tsx';
import { StatusPill } from '#client/ui/display/status-pill.tsx';
import { describeCall } from './analytics-text.ts';

/** Columns of a campaign's call list; the status is green for success and red for everything else. */
export const CALL_COLUMNS: Column<CallDetail>[] = [
  {
    key: 'phone',
    header: 'Phone Number',
    role: 'title',
    cell: (call) => <span className="font-medium whitespace-nowrap">{describeCall(call).phone}</span>,
  },
  { key: 'name', header: 'Name', cell: (call) => <CellText>{describeCall(call).name}</CellText> },
  { key: 'email', header: 'Email', cell: (call) => <CellText>{describeCall(call).email}</CellText> },
  { key: 'company', header: 'Company', cell: (call) => <CellText>{describeCall(call).company}</CellText> },
  { key: 'status', header: 'Voicemail Status', cell: (call) => <CallStatus call={call} /> },
  {
    key: 'date',
    header: 'Date',
    cell: (call) => (
      <time dateTime={call.date} className="whitespace-nowrap">
        {describeCall(call).date}
      </time>
    ),
  },
];

function CallStatus({ call: { status, reason } }: { call: CallDetail }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 max-sm:justify-end">
      <StatusPill tone={status === 'success' ? 'delivered' : 'failed'}>{status}</StatusPill>
      {reason !== null && <span className="text-sm text-ink-3">{reason}</span>}
    </span>
  );
}
