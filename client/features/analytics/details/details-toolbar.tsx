import { X } from 'lucide-react';
import { CALL_REASON_KEYS, callReasonText } from '#shared/call-reasons.ts';
import { CALL_STATUSES } from '#shared/campaign-lifecycle.ts';
import { MAX_SEARCH_LENGTH } from '#shared/schemas/campaigns/call-query.ts';
import { callsCsvPath, exportFileName } from '#shared/paths.ts';
import { DownloadCsv } from '#client/app/download-csv.tsx';
import { TypedSearch } from '#client/kit/typed-search.tsx';
import { Button } from '#client/ui/controls/button.tsx';
import { SelectInput } from '#client/ui/controls/inputs.tsx';
import { CALL_ORDERS } from './call-columns.tsx';
import { callsUrl, filterQuery, type DetailsUrl, type ShownDetails } from './details-url.ts';

const STATUS_OPTIONS = [
  { value: '', label: 'All statuses' },
  ...CALL_STATUSES.map((status) => ({ value: status, label: status })),
];
const REASON_OPTIONS = [
  { value: '', label: 'All reasons' },
  ...CALL_REASON_KEYS.map((key) => ({ value: key, label: callReasonText(key) })),
];

/** What leaves the filters and the search out. */
export const NO_FILTERS = { status: null, reason: null, search: '' } as const;

export function isFiltered({ status, reason, search }: DetailsUrl): boolean {
  return status !== null || reason !== null || search !== '';
}

interface DetailsToolbarProps extends Pick<ShownDetails, 'shown' | 'show'> {
  /** The campaign’s name. */
  campaign: string;
}

/** Search and filters of the calls; also their order where the table has no headers. */
export function DetailsToolbar({ campaign, shown, show }: DetailsToolbarProps) {
  return (
    <div
      role="search"
      aria-label="Calls"
      className="@container grid gap-2.5 px-5 pt-3 pb-4 sm:grid-cols-2 lg:flex lg:items-center"
    >
      <TypedSearch
        label="Search by name or number"
        className="sm:col-span-2 lg:flex-1"
        maxLength={MAX_SEARCH_LENGTH}
        address={{ shown, show }}
      />
      <SelectInput
        aria-label="Status"
        className="lg:w-40"
        options={STATUS_OPTIONS}
        value={shown.status ?? ''}
        onChange={({ target }) => {
          const { status } = callsUrl.read(`?status=${target.value}`);
          // Only failed calls have a reason.
          show({ status, ...(status !== 'failed' && { reason: null }) });
        }}
      />
      <SelectInput
        aria-label="Reason"
        className="lg:w-52"
        options={REASON_OPTIONS}
        value={shown.reason ?? ''}
        onChange={({ target }) => {
          const { reason } = callsUrl.read(`?reason=${target.value}`);
          show({ reason, ...(reason !== null && { status: 'failed' }) });
        }}
      />
      <div className="lg:hidden">
        <SelectInput
          aria-label="Order"
          options={CALL_ORDERS}
          value={sortValue(shown)}
          onChange={({ target }) => {
            const { sort, direction } = callsUrl.read(`?${target.value}`);
            show({ sort, direction });
          }}
        />
      </div>
      {isFiltered(shown) && (
        <div className="flex flex-wrap gap-2 lg:flex-nowrap">
          <Button
            variant="ghost"
            size="sm"
            icon={X}
            onClick={() => {
              show(NO_FILTERS);
            }}
          >
            Clear filters
          </Button>
          <DownloadCsv
            size="sm"
            label="Export these"
            path={callsCsvPath(campaign, filterQuery(shown))}
            name={exportFileName(campaign)}
            what="calls that match"
          />
        </div>
      )}
    </div>
  );
}

function sortValue({ sort, direction }: DetailsUrl): string {
  const value = `sort=${sort}${direction === callsUrl.initial.direction ? '' : `&direction=${direction}`}`;
  return CALL_ORDERS.some((option) => option.value === value) ? value : `sort=${sort}`;
}
