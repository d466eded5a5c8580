import { useEffect, useState } from 'react';

/** The part of an infinite query that `useListPages` needs. */
export interface ListQuery {
  hasNextPage: boolean;
  isFetching: boolean;
  isError: boolean;
  fetchNextPage: () => Promise<unknown>;
}

/**
 * Splits the loaded rows of a list into pages of `size` and prefetches one page ahead. `total` includes rows that are
 * not loaded. A page that is not loaded yet is shown as soon as it arrives.
 */
export function useListPages<Row>(
  rows: readonly Row[],
  { size, total, query }: { size: number; total: number; query: ListQuery },
) {
  const [requestedPage, setPage] = useState(1);
  const loadedPages = Math.max(1, Math.ceil(rows.length / size));
  const page = Math.min(requestedPage, loadedPages);
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  // A refetch is not interrupted, and after an error the user retries.
  const needsMore = hasNextPage && !isFetching && !isError && rows.length < (requestedPage + 1) * size;
  useEffect(() => {
    if (needsMore) void fetchNextPage();
  }, [needsMore, fetchNextPage]);
  return {
    shown: rows.slice((page - 1) * size, page * size),
    page,
    pages: hasNextPage ? Math.max(Math.ceil(total / size), Math.floor(rows.length / size) + 1) : loadedPages,
    setPage,
  };
}
