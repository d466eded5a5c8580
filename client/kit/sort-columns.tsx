import type { Column } from '#client/ui/display/data-table.tsx';
import { SortHeader } from './sort-header.tsx';

/** A column whose header may sort the rows: `sort` is the order by it. */
export interface SortColumn<Row, Sort extends string> extends Column<Row> {
  sort?: Sort;
}

/** How the rows are sorted. */
interface ListOrder<Sort extends string> {
  sort: Sort;
  direction: 'asc' | 'desc';
  /** The order that is by no column. */
  unsorted: Sort;
  onSort: (order: Pick<ListOrder<Sort>, 'sort' | 'direction'>) => void;
}

/** Returns columns whose headers sort: up, down, and back to the order by no column. */
export function sortColumns<Row, Sort extends string>(
  columns: readonly SortColumn<Row, Sort>[],
  order: ListOrder<Sort>,
): Column<Row>[] {
  return columns.map(({ sort, ...column }) => {
    if (sort === undefined) return column;
    const direction = order.sort === sort ? order.direction : null;
    const onSort = () => {
      if (direction === 'desc') order.onSort({ sort: order.unsorted, direction: 'asc' });
      else order.onSort({ sort, direction: direction === null ? 'asc' : 'desc' });
    };
    return {
      ...column,
      sorted: direction === null ? 'none' : SORTED[direction],
      head: <SortHeader label={column.header} direction={direction} onSort={onSort} />,
    };
  });
}

const SORTED = { asc: 'ascending', desc: 'descending' } as const;
