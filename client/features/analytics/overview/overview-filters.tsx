import { CAMPAIGN_STATUSES } from '#shared/campaign-lifecycle.ts';
import { Field } from '#client/ui/controls/field.tsx';
import { SelectInput, TextInput, type SelectOption } from '#client/ui/controls/inputs.tsx';
import { SearchByName, SortBy } from '#client/domain/campaigns/list-controls.tsx';
import { overviewUrl, RANGES, type ShownOverview } from './overview-url.ts';

interface FilterProps extends Pick<ShownOverview, 'shown' | 'show'> {
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
export function RangeFilter({ shown, show, problem }: FilterProps & { problem: string | undefined }) {
  return (
    <div className="flex flex-wrap items-start gap-3">
      <Field label="Time range" hideLabel className="w-44 max-sm:w-full">
        <SelectInput
          value={shown.range}
          options={RANGES.map((value) => ({ value, label: RANGE_NAMES[value] }))}
          onChange={({ target }) => {
            show({ range: overviewUrl.read(`?range=${target.value}`).range, from: '', to: '' });
          }}
        />
      </Field>
      {shown.range === 'custom' && (
        <>
          <DayField
            label="From"
            value={shown.from}
            onChange={(from) => {
              show({ from }, { replace: true });
            }}
          />
          <span aria-hidden className="pt-2.5 text-sm text-ink-3">
            to
          </span>
          <DayField
            label="To"
            value={shown.to}
            error={problem}
            onChange={(to) => {
              show({ to }, { replace: true });
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

const STATUS_OPTIONS: readonly SelectOption[] = [
  { value: '', label: 'Any status' },
  ...CAMPAIGN_STATUSES.map((value) => ({ value, label: value })),
];

/** Search, status and order of the list. */
export function ListFilters({ shown, show, className }: FilterProps) {
  return (
    <div className={className}>
      <SearchByName address={{ shown, show }} />
      <Field label="Status" hideLabel className="w-36 max-sm:flex-1">
        <SelectInput
          value={shown.status ?? ''}
          options={STATUS_OPTIONS}
          onChange={({ target }) => {
            show({ status: overviewUrl.read(`?status=${target.value}`).status });
          }}
        />
      </Field>
      <SortBy shown={shown} show={show} />
    </div>
  );
}
