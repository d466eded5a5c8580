import type { CallDetail } from '#shared/schemas/analytics.ts';
import type { CallSort } from '#shared/schemas/campaigns/call-query.ts';
import { SmartLink } from '#client/ui/controls/link.tsx';
import { CellText, type Column } from '#client/ui/display/data-table.tsx';
import { describeCall } from '../analytics-text.ts';
import { CalledAt } from '../called-at.tsx';
import { CallStatusPill } from './call-status-pill.tsx';
import { FROM_LIST } from './close-call.ts';
import type { ShownDetails } from './details-url.ts';
import { SortHeader } from './sort-header.tsx';

/** Columns of a campaign's call list; the status is green for success and red for everything else. */
export function callColumns({ shown, show, hrefOf }: ShownDetails): Column<CallDetail>[] {
  const sortedBy = (
    sort: CallSort,
    label: string,
  ): Pick<Column<CallDetail>, 'header' | 'head' | 'sorted'> => {
    const isSorted = shown.sort === sort;
    const direction = isSorted ? shown.direction : null;
    return {
      header: label,
      sorted: direction === null ? 'none' : direction === 'asc' ? 'ascending' : 'descending',
      head: (
        <SortHeader
          label={label}
          direction={direction}
          onSort={() => {
            show(nextSort(sort, direction));
          }}
        />
      ),
    };
  };
  return [
    {
      key: 'phone',
      ...sortedBy('number', 'Phone Number'),
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
      ...sortedBy('name', 'Name'),
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
      ...sortedBy('status', 'Voicemail Status'),
      cell: (call) => <CallStatus call={call} />,
    },
    { key: 'called', header: 'Called, Local Time', cell: ({ call }) => <CalledAt call={call} /> },
    {
      key: 'date',
      ...sortedBy('date', 'Date'),
      cell: (call) => (
        <time dateTime={call.date} className="whitespace-nowrap as-table:@max-[66rem]:whitespace-normal">
          {describeCall(call).date}
        </time>
      ),
    },
  ];
}

/** In a window of 1280 px, the texts that are seldom read leave room for the others. */
const SHORT = 'as-table:@max-[66rem]:max-w-36';

/** Up, down, and back to the order of the list. */
function nextSort(sort: CallSort, direction: 'asc' | 'desc' | null) {
  if (direction === null) return { sort, direction: 'asc' } as const;
  return direction === 'asc'
    ? ({ sort, direction: 'desc' } as const)
    : ({ sort: 'list', direction: 'asc' } as const);
}

function CallStatus({ call: { status, reason } }: { call: CallDetail }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 max-sm:justify-end">
      <CallStatusPill status={status} />
      {reason !== null && <span className="text-sm text-ink-3">{reason}</span>}
    </span>
  );
}
