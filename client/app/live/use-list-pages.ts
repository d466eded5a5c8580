import { useEffect, useState } from 'react';

/** The state of an infinite query that a list is loaded by. */
export interface ListQuery {
  hasNextPage: boolean;
  isFetching: boolean;
  isError: boolean;
  fetchNextPage: () => Promise<unknown>;
}

/**
 * Shows the loaded rows of a list in pages of `size`, and loads more of them one page ahead. `total` counts the rows
 * that are not loaded too. A page that is not loaded yet is shown once it is.
 */
export function useListPages<Row>(
  rows: readonly Row[],
  { size, total, query }: { size: number; total: number; query: ListQuery },
) {
  const [requestedPage, setPage] = useState(1);
  const loadedPages = Math.max(1, Math.ceil(rows.length / size));
  const page = Math.min(requestedPage, loadedPages);
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  // A list being read again is not interrupted, and one that cannot be read is for the person to try again.
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
