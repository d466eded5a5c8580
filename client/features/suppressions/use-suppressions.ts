import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { searchedDigits } from '#shared/contacts/phone-number.ts';
import { trpc } from '#client/app/trpc.ts';
import { useListPages } from '#client/app/live/use-list-pages.ts';

const MAX_DIGITS = 11;
const PAGE_SIZE = 25;

/** A page of the do-not-call list for a search. Never served stale: carrier reports add numbers too. */
export function useSuppressions() {
  const [search, setSearch] = useState('');
  const digits = (searchedDigits(search) ?? '').slice(0, MAX_DIGITS);
  const query = trpc.suppressions.list.useInfiniteQuery(
    { search: digits },
    { getNextPageParam: ({ next }) => next, placeholderData: keepPreviousData, staleTime: 0 },
  );
  const { data, isPending, isError, isFetching, refetch } = query;
  const counts = data?.pages[0]?.counts ?? undefined;
  const numbers = data?.pages.flatMap((part) => part.numbers) ?? [];
  const { shown, page, pages, setPage } = useListPages(numbers, {
    size: PAGE_SIZE,
    total: counts?.matching ?? 0,
    query,
  });
  return {
    counts,
    numbers: shown,
    isPending,
    isError,
    isFetching,
    retry: () => void refetch(),
    search,
    digits,
    setSearch: (text: string) => {
      setSearch(text);
      setPage(1);
    },
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
