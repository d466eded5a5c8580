import type { ReactNode } from 'react';
import { Button } from '#client/ui/controls/button.tsx';
import { LoadError, SkeletonGroup } from '#client/ui/display/states.tsx';
import { cx } from '#client/ui/cx.ts';

interface GrowingListProps<Row> {
  query: {
    isPending: boolean;
    isError: boolean;
    isFetching: boolean;
    isFetchingNextPage: boolean;
    hasNextPage: boolean;
    refetch: () => Promise<unknown>;
    fetchNextPage: () => Promise<unknown>;
  };
  /** All that is loaded. */
  rows: readonly Row[];
  children: (row: Row) => ReactNode;
  /** The placeholders while it loads. */
  skeleton: ReactNode;
  empty: ReactNode;
  /** Reaches the edges of its card, with a line above. */
  flush?: boolean;
}

/** The rows of a query that a person reads from the newest on, with more on request; in its four states. */
export function GrowingList<Row extends { id: string }>(props: GrowingListProps<Row>) {
  const { query, rows, children, skeleton, empty, flush = false } = props;
  const line = flush && 'border-t border-line';
  if (query.isPending)
    return (
      <SkeletonGroup className={cx(flush ? 'px-5 py-3.5' : 'grid gap-2', line)}>{skeleton}</SkeletonGroup>
    );
  return (
    <>
      {!query.isError && rows.length === 0 && empty}
      {rows.length > 0 && (
        <ul className={cx('divide-y divide-line border-line', flush ? 'border-t' : 'rounded-card border')}>
          {rows.map((row) => (
            <li key={row.id}>{children(row)}</li>
          ))}
        </ul>
      )}
      {query.isError && (
        <LoadError
          className={cx('py-4.5', line)}
          busy={query.isFetching}
          onRetry={() => void (rows.length === 0 ? query.refetch() : query.fetchNextPage())}
        />
      )}
      {!query.isError && query.hasNextPage && (
        <div className={cx('text-center', flush ? 'p-3' : 'pt-3', line)}>
          <Button variant="ghost" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show More
          </Button>
        </div>
      )}
    </>
  );
}
