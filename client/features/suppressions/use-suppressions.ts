import { keepPreviousData } from '@tanstack/react-query';
import { trpc } from '#client/app/trpc.ts';
import { useListPages } from '#client/app/live/use-list-pages.ts';
import { useOnChange } from '#client/app/use-on-change.ts';
import { useTypedSearch } from '#client/app/use-typed-search.ts';
import { text, urlState, useUrlState } from '#client/kit/url-state.ts';
import { digitsToFind } from './suppression-text.ts';

const PAGE_SIZE = 25;

/** The query of /do-not-call: which numbers are looked for. */
const suppressionsUrl = urlState({ search: text(40) }, { typed: ['search'] });

/** A page of the do-not-call list for a search. Never served stale: carrier reports add numbers too. */
export function useSuppressions() {
  const { shown: address, show } = useUrlState(suppressionsUrl);
  const { search } = address;
  const find = (wanted: string) => {
    show({ search: wanted });
  };
  const typed = useTypedSearch(search, find);
  const digits = digitsToFind(search);
  const query = trpc.suppressions.list.useInfiniteQuery(
    { search: digits ?? '' },
    { getNextPageParam: ({ next }) => next, placeholderData: keepPreviousData, staleTime: 0 },
  );
  const { data, isPending, isError, isFetching, hasNextPage, fetchNextPage, refetch } = query;
  const counts = data?.pages[0]?.counts ?? undefined;
  const matching = digits === null ? 0 : counts?.matching;
  const numbers = digits === null ? [] : (data?.pages.flatMap((part) => part.numbers) ?? []);
  const { shown, page, pages, setPage } = useListPages(numbers, {
    size: PAGE_SIZE,
    total: matching ?? 0,
    query: { hasNextPage: hasNextPage && digits !== null, isFetching, isError, fetchNextPage },
  });
  useOnChange(search, () => {
    setPage(1);
  });
  return {
    total: counts?.total,
    matching,
    numbers: shown,
    isPending,
    isError,
    isFetching,
    retry: () => void refetch(),
    search,
    digits,
    typed,
    find,
    page,
    pages,
    setPage,
  };
}

export type Suppressions = ReturnType<typeof useSuppressions>;

/** Refetches the do-not-call list. */
export function useRefreshSuppressions(): () => Promise<void> {
  const { suppressions } = trpc.useUtils();
  return () => suppressions.list.invalidate();
}
