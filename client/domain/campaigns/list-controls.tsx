import type { ComponentProps } from 'react';
import { MAX_NAME_LENGTH } from '#shared/limits.ts';
import { CAMPAIGN_SORTS, SORT_DIRECTIONS, type CampaignSort } from '#shared/campaign-order.ts';
import { TypedSearch } from '#client/kit/typed-search.tsx';
import { Field } from '#client/ui/controls/field.tsx';
import { SelectInput, type SelectOption } from '#client/ui/controls/inputs.tsx';
import type { ListUrl, ShowList } from './list-url.ts';

/** Searches campaigns by their name. */
export function SearchByName({ address }: Pick<ComponentProps<typeof TypedSearch>, 'address'>) {
  return (
    <TypedSearch label="Search by name" className="sm:w-56" maxLength={MAX_NAME_LENGTH} address={address} />
  );
}

const SORT_NAMES: Record<string, string> = {
  'running desc': 'Running first',
  'recent desc': 'Running first, then finished',
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
/** Orders that have one direction. */
const ONE_WAY: readonly CampaignSort[] = ['running', 'recent'];
const SORT_OPTIONS: readonly SelectOption[] = Object.entries(SORT_NAMES).map(([value, label]) => ({
  value,
  label,
}));

/** Chooses the order of campaigns. */
export function SortBy({ shown, show }: { shown: Pick<ListUrl, 'sort' | 'direction'>; show: ShowList }) {
  return (
    <Field label="Sort by" hideLabel className="w-48 max-sm:flex-1">
      <SelectInput
        value={`${shown.sort} ${ONE_WAY.includes(shown.sort) ? 'desc' : shown.direction}`}
        options={SORT_OPTIONS}
        onChange={({ target }) => {
          const [sort, direction] = target.value.split(' ');
          show({
            sort: CAMPAIGN_SORTS.find((one) => one === sort) ?? 'running',
            direction: SORT_DIRECTIONS.find((one) => one === direction) ?? 'desc',
          });
        }}
      />
    </Field>
  );
}
