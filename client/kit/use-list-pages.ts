import { useEffect, useState } from 'react';

/** The part of an infinite query that `useListPages` needs. */
export interface ListQuery {
  hasNextPage: boolean;
  isFetching: boolean;
  isError: boolean;
  fetchNextPage: () => Promise<unknown>;
}

interface ListPagesOptions {
  /** Rows on a page. */
  size: number;
  /** How many rows there are, also those that are not loaded. */
  total: number;
  query: ListQuery;
  /** What the rows are of: another search begins at the first page. */
  search?: string;
}

/**
 * Splits the loaded rows of a list into pages and prefetches one page ahead. A page that is not loaded yet is shown as soon
 * as it arrives. Returns the rows of the page and the pager of a `ListCard`.
 */
export function useListPages<Row>(
  loaded: readonly Row[],
  { size, total, query, search = '' }: ListPagesOptions,
) {
  const [requested, setRequested] = useState({ page: 1, search });
  const requestedPage = requested.search === search ? requested.page : 1;
  const loadedPages = Math.max(1, Math.ceil(loaded.length / size));
  const page = Math.min(requestedPage, loadedPages);
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  // A refetch is not interrupted, and after an error the user retries.
  const needsMore = hasNextPage && !isFetching && !isError && loaded.length < (requestedPage + 1) * size;
  useEffect(() => {
    if (needsMore) void fetchNextPage();
  }, [needsMore, fetchNextPage]);
  return {
    rows: loaded.slice((page - 1) * size, page * size),
    pager: {
      page,
      pages: hasNextPage
        ? Math.max(Math.ceil(total / size), Math.floor(loaded.length / size) + 1)
        : loadedPages,
      onPageChange: (wanted: number) => {
        setRequested({ page: wanted, search });
      },
    },
  };
}
