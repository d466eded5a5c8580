import type { CallDetail } from '#shared/schemas/analytics.ts';
import type { CallSort } from '#shared/schemas/campaigns/call-query.ts';
import type { SortColumn } from '#client/kit/sort-columns.tsx';
import { SmartLink } from '#client/ui/controls/link.tsx';
import { CellText } from '#client/ui/display/data-table.tsx';
import { describeCall } from '../analytics-text.ts';
import { CalledAt } from '../called-at.tsx';
import { CallStatusPill } from './call-status-pill.tsx';
import { FROM_LIST } from './close-call.ts';
import type { ShownDetails } from './details-url.ts';

/** Columns of a campaign's call list. */
export function callColumns(hrefOf: ShownDetails['hrefOf']): SortColumn<CallDetail, CallSort>[] {
  return [
    {
      key: 'phone',
      header: 'Phone Number',
      sort: 'number',
      role: 'title',
      cell: (call) => (
        <SmartLink
          href={hrefOf({ call: call.number })}
          state={FROM_LIST}
          className="rounded-small font-medium whitespace-nowrap after:absolute after:inset-0"
        >
          {describeCall(call).phone}
        </SmartLink>
      ),
    },
    {
      key: 'name',
      header: 'Name',
      sort: 'name',
      cell: (call) => <CellText>{describeCall(call).name}</CellText>,
    },
    {
      key: 'email',
      header: 'Email',
      cell: (call) => <CellText className={SHORT}>{describeCall(call).email}</CellText>,
    },
    {
      key: 'company',
      header: 'Company',
      cell: (call) => <CellText className={SHORT}>{describeCall(call).company}</CellText>,
    },
    {
      key: 'status',
      header: 'Voicemail Status',
      sort: 'status',
      cell: (call) => <CallStatus call={call} />,
    },
    { key: 'called', header: 'Called, Local Time', cell: ({ call }) => <CalledAt call={call} /> },
    {
      key: 'date',
      header: 'Date',
      sort: 'date',
      cell: (call) => (
        <time dateTime={call.date} className="whitespace-nowrap as-table:@max-[66rem]:whitespace-normal">
          {describeCall(call).date}
        </time>
      ),
    },
  ];
}

/** The orders by their names, for where the table has no headers. */
export const CALL_ORDERS = [
  { value: 'sort=list', label: 'In the order of the list' },
  { value: 'sort=name', label: 'By name' },
  { value: 'sort=number', label: 'By number' },
  { value: 'sort=date&direction=desc', label: 'Latest first' },
  { value: 'sort=date', label: 'Oldest first' },
  { value: 'sort=status', label: 'By status' },
];

/** In a window of 1280 px, the texts that are seldom read leave room for the others. */
const SHORT = 'as-table:@max-[66rem]:max-w-36';

function CallStatus({ call: { status, reason } }: { call: CallDetail }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 max-sm:justify-end">
      <CallStatusPill status={status} />
      {reason !== null && <span className="text-sm text-ink-3">{reason}</span>}
    </span>
  );
}
