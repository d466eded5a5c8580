import { X } from 'lucide-react';
import { CALL_REASON_KEYS, callReasonText } from '#shared/call-reasons.ts';
import { CALL_STATUSES } from '#shared/campaign-lifecycle.ts';
import { MAX_SEARCH_LENGTH } from '#shared/schemas/campaigns/call-query.ts';
import { callsCsvPath, exportFileName } from '#shared/paths.ts';
import { DownloadCsv } from '#client/app/download-csv.tsx';
import { useTypedSearch } from '#client/app/use-typed-search.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { SearchField } from '#client/ui/controls/search-field.tsx';
import { SelectInput } from '#client/ui/controls/inputs.tsx';
import { callsUrl, filterQuery, type DetailsUrl, type ShownDetails } from './details-url.ts';

const STATUS_OPTIONS = [
  { value: '', label: 'All statuses' },
  ...CALL_STATUSES.map((status) => ({ value: status, label: status })),
];
const REASON_OPTIONS = [
  { value: '', label: 'All reasons' },
  ...CALL_REASON_KEYS.map((key) => ({ value: key, label: callReasonText(key) })),
];
const SORT_OPTIONS = [
  { value: 'sort=list', label: 'In the order of the list' },
  { value: 'sort=name', label: 'By name' },
  { value: 'sort=number', label: 'By number' },
  { value: 'sort=date&direction=desc', label: 'Latest first' },
  { value: 'sort=date', label: 'Oldest first' },
  { value: 'sort=status', label: 'By status' },
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
  const typed = useTypedSearch(shown.search, (search) => {
    show({ search });
  });
  return (
    <div
      role="search"
      aria-label="Calls"
      className="@container grid gap-2.5 px-5 pt-3 pb-4 sm:grid-cols-2 lg:flex lg:items-center"
    >
      <SearchField
        label="Search by name or number"
        className="sm:col-span-2 lg:flex-1"
        maxLength={MAX_SEARCH_LENGTH}
        {...typed}
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
          options={SORT_OPTIONS}
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
  return SORT_OPTIONS.some((option) => option.value === value) ? value : `sort=${sort}`;
}
