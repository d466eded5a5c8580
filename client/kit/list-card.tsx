import type { ComponentProps, ReactNode } from 'react';
import { Card, CardHeader, CardTitle } from '#client/ui/display/card.tsx';
import { DataTable } from '#client/ui/display/data-table.tsx';
import { Pager } from '#client/ui/display/pager.tsx';
import { LoadError } from '#client/ui/display/states.tsx';

interface ListProps<Row> extends Omit<ComponentProps<typeof DataTable<Row>>, 'loading'> {
  /** Where the rows come from: they are placeholders while it loads, and it is sent again after an error. */
  query: { isPending: boolean; isError: boolean; isFetching: boolean; refetch: () => unknown };
  /** Which of several pages the rows are. */
  pager?: ComponentProps<typeof Pager> | undefined;
}

/** The rows of a query as a table with its four states: loading, not loaded, none (`empty`) and some, in pages. */
export function List<Row>({ query, pager, ...table }: ListProps<Row>) {
  return (
    <>
      <DataTable loading={query.isPending} {...table} />
      {query.isError && (
        <LoadError className="pb-6" busy={query.isFetching} onRetry={() => void query.refetch()} />
      )}
      {pager !== undefined && pager.pages > 1 && (
        <Pager className="border-t border-line px-5 py-3" {...pager} />
      )}
    </>
  );
}

interface ListCardProps<Row> extends Omit<ListProps<Row>, 'label'> {
  /** The heading of the card. */
  title?: string;
  /** The accessible name of the table; by default the heading. */
  label?: string;
  /** The accessible name of the card; by default that of the table. */
  name?: string;
  /** A search field above the rows. */
  search?: ReactNode;
  /** Beside the heading or the search: filters, a download, what is done with chosen rows. */
  actions?: ReactNode;
  /** Above the rows, below the heading. */
  children?: ReactNode;
  /** Below the rows. */
  footer?: ReactNode;
}

/** A card with the list of a query. */
export function ListCard<Row>({
  title,
  label = title ?? '',
  name = label,
  search,
  actions,
  children,
  footer,
  ...list
}: ListCardProps<Row>) {
  return (
    <Card aria-label={name}>
      {title !== undefined && (
        <CardHeader className="pb-2">
          <CardTitle>{title}</CardTitle>
          {actions}
        </CardHeader>
      )}
      {Boolean(search) && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-5 py-4">
          {search}
          {actions}
        </div>
      )}
      {children}
      <List label={label} {...list} />
      {footer}
    </Card>
  );
}
