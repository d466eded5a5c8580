import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { SUPPRESSIONS_PAGE_SIZE } from '#shared/schemas/suppressions.ts';
import { trpc } from '#client/app/trpc.ts';

const MAX_DIGITS = 11;

/** A page of the do-not-call list and what is searched for in it. The carrier adds to the list too: it is read anew each time. */
export function useSuppressions() {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const digits = search.replace(/\D/g, '').slice(0, MAX_DIGITS);
  const { data, isPending, isError, isFetching, refetch } = trpc.suppressions.list.useQuery(
    { search: digits, page },
    { placeholderData: keepPreviousData, staleTime: 0 },
  );
  const pages = Math.max(1, Math.ceil((data?.matching ?? 0) / SUPPRESSIONS_PAGE_SIZE));
  // The last number of the last page was removed.
  if (data !== undefined && !isFetching && page > pages) setPage(pages);
  return {
    data,
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
