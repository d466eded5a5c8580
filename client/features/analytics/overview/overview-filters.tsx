import { CAMPAIGN_STATUSES, type CampaignStatus } from '#shared/campaign-lifecycle.ts';
import { MAX_NAME_LENGTH } from '#shared/limits.ts';
import { CAMPAIGN_SORTS, SORT_DIRECTIONS } from '#shared/campaign-order.ts';
import { useTypedSearch } from '#client/app/use-typed-search.ts';
import { Field } from '#client/ui/controls/field.tsx';
import { SelectInput, TextInput, type SelectOption } from '#client/ui/controls/inputs.tsx';
import { SearchField } from '#client/ui/controls/search-field.tsx';
import { RANGES, type OverviewUrl } from './overview-url.ts';
import type { useOverviewUrl } from './use-overview.ts';

interface FilterProps extends ReturnType<typeof useOverviewUrl> {
  className?: string;
}

const RANGE_NAMES: Record<(typeof RANGES)[number], string> = {
  all: 'All time',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  month: 'This month',
  custom: 'Choose days',
};

/** The days whose campaigns are shown. */
export function RangeFilter({ url, change, problem }: FilterProps & { problem: string | undefined }) {
  return (
    <div className="flex flex-wrap items-start gap-3">
      <Field label="Time range" hideLabel className="w-44 max-sm:w-full">
        <SelectInput
          value={url.range}
          options={RANGES.map((value) => ({ value, label: RANGE_NAMES[value] }))}
          onChange={({ target }) => {
            change({ range: target.value as OverviewUrl['range'], from: '', to: '' });
          }}
        />
      </Field>
      {url.range === 'custom' && (
        <>
          <DayField
            label="From"
            value={url.from}
            onChange={(from) => {
              change({ from }, { replace: true });
            }}
          />
          <span aria-hidden className="pt-2.5 text-sm text-ink-3">
            to
          </span>
          <DayField
            label="To"
            value={url.to}
            error={problem}
            onChange={(to) => {
              change({ to }, { replace: true });
            }}
          />
        </>
      )}
    </div>
  );
}

interface DayFieldProps {
  label: string;
  value: string;
  error?: string | undefined;
  onChange: (day: string) => void;
}

function DayField({ label, value, error, onChange }: DayFieldProps) {
  return (
    <Field label={`${label}, UTC day`} hideLabel error={error} className="w-40 max-sm:flex-1">
      <TextInput
        type="date"
        value={value}
        onChange={({ target }) => {
          onChange(target.value);
        }}
      />
    </Field>
  );
}

const SORT_NAMES: Record<string, string> = {
  'running desc': 'Running first',
  'time desc': 'Latest first',
  'time asc': 'Earliest first',
  'name asc': 'Name, A to Z',
  'name desc': 'Name, Z to A',
  'made desc': 'Most made',
  'made asc': 'Fewest made',
  'failed desc': 'Most failed',
  'failed asc': 'Fewest failed',
  'rate desc': 'Best delivery rate',
  'rate asc': 'Worst delivery rate',
  'status asc': 'Status, scheduled first',
  'status desc': 'Status, failed first',
};
const SORT_OPTIONS: readonly SelectOption[] = Object.entries(SORT_NAMES).map(([value, label]) => ({
  value,
  label,
}));
const STATUS_OPTIONS: readonly SelectOption[] = [
  { value: '', label: 'Any status' },
  ...CAMPAIGN_STATUSES.map((value) => ({ value, label: value })),
];

/** Search, status and order of the list. */
export function ListFilters({ url, change, className }: FilterProps) {
  const typed = useTypedSearch(url.search, (search) => {
    change({ search }, { replace: true });
  });
  return (
    <div className={className}>
      <SearchField label="Search by name" className="sm:w-56" maxLength={MAX_NAME_LENGTH} {...typed} />
      <Field label="Status" hideLabel className="w-36 max-sm:flex-1">
        <SelectInput
          value={url.status ?? ''}
          options={STATUS_OPTIONS}
          onChange={({ target }) => {
            change({ status: target.value === '' ? null : (target.value as CampaignStatus) });
          }}
        />
      </Field>
      <Field label="Sort by" hideLabel className="w-48 max-sm:flex-1">
        <SelectInput
          value={url.sort === 'running' ? 'running desc' : `${url.sort} ${url.direction}`}
          options={SORT_OPTIONS}
          onChange={({ target }) => {
            const [sort, direction] = target.value.split(' ');
            change({
              sort: CAMPAIGN_SORTS.find((known) => known === sort) ?? 'running',
              direction: SORT_DIRECTIONS.find((known) => known === direction) ?? 'desc',
            });
          }}
        />
      </Field>
    </div>
  );
}
