import type { ComponentProps } from 'react';
import { useTypedSearch } from '#client/app/use-typed-search.ts';
import { SearchField } from '#client/ui/controls/search-field.tsx';

interface TypedSearchProps extends Omit<
  ComponentProps<typeof SearchField>,
  'value' | 'onChange' | 'onKeyDown'
> {
  /** The address that says what is searched for. */
  address: { shown: { search: string }; show: (change: { search: string }) => void };
}

/** A search field that searches once a person pauses or presses Enter. */
export function TypedSearch({ address: { shown, show }, ...field }: TypedSearchProps) {
  const typed = useTypedSearch(shown.search, (search) => {
    show({ search });
  });
  return <SearchField {...field} {...typed} />;
}
