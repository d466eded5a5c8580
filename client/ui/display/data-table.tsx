import type { ReactNode } from 'react';
import { cx } from '#client/ui/cx.ts';
import { Skeleton } from './states.tsx';

export interface Column<Row> {
  key: string;
  header: string;
  /** Shown in place of the header, for example a button that sorts, and how the rows are sorted by it. */
  head?: ReactNode;
  sorted?: 'ascending' | 'descending' | 'none';
  cell: (row: Row) => ReactNode;
  align?: 'start' | 'end';
  /** The role of the cell in the card layout: heading, actions, or by default a labelled line. */
  role?: 'title' | 'actions';
  className?: string;
}

interface DataTableProps<Row> {
  /** The accessible name. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Rendered instead of the table when there are no rows. */
  empty: ReactNode;
  /** Shows `skeletonRows` placeholder rows. */
  loading?: boolean;
  skeletonRows?: number;
  /** Its columns need more than 672 px: it becomes cards below 896 px. */
  wide?: boolean;
  /** A link marked with `data-row-link` opens its row: a press anywhere in the row follows it. */
  opens?: boolean;
  className?: string;
}

/**
 * A table that becomes a list of cards in narrow containers, and scrolls where it is too wide for its container. The
 * explicit roles keep it a table for screen readers when CSS changes its layout.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    label,
    columns,
    rows,
    rowKey,
    empty,
    loading = false,
    skeletonRows = 4,
    wide,
    opens,
    className,
  } = props;
  if (!loading && rows.length === 0) return empty;
  return (
    <div className={cx('@container overflow-x-auto', wide && 'table-wide', className)}>
      <table
        role="table"
        aria-label={label}
        aria-busy={loading || undefined}
        className="w-full as-cards:block"
      >
        <thead role="rowgroup" className="as-cards:sr-only">
          <tr role="row" className="border-b border-line">
            {columns.map((column) => (
              <th
                key={column.key}
                role="columnheader"
                scope="col"
                aria-sort={column.sorted}
                className={cx(
                  'px-3 py-3 text-sm font-normal whitespace-nowrap text-ink-3 first:pl-5 last:pr-5',
                  column.align === 'end' ? 'text-right' : 'text-left',
                )}
              >
                {column.role === 'actions' ? (
                  <span className="sr-only">{column.header}</span>
                ) : (
                  (column.head ?? column.header)
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="divide-y divide-line as-cards:block">
          {loading
            ? Array.from({ length: skeletonRows }, (_, index) => (
                <SkeletonRow key={index} columns={columns} />
              ))
            : rows.map((row) => <DataRow key={rowKey(row)} row={row} columns={columns} opens={opens} />)}
        </tbody>
      </table>
    </div>
  );
}

const ROW = 'transition-colors as-cards:flex as-cards:flex-col as-cards:gap-2.5 as-cards:px-5 as-cards:py-4';

/** The link covers the row, and what else can be pressed lies above it. */
const OPENS = [
  'relative hover:bg-sunken [&_[data-row-link]]:after:absolute [&_[data-row-link]]:after:inset-0',
  '[&_:is(a,button,input,[tabindex]):not([data-row-link])]:relative [&_:is(a,button,input,[tabindex]):not([data-row-link])]:z-1',
].join(' ');

interface DataRowProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
  opens: boolean | undefined;
}

function DataRow<Row>({ row, columns, opens }: DataRowProps<Row>) {
  return (
    <tr role="row" className={cx(ROW, opens && OPENS)}>
      {columns.map((column) => (
        <td key={column.key} role="cell" className={cellClass(column)}>
          {column.role === undefined && (
            <span aria-hidden className="shrink-0 text-sm text-ink-3 as-table:hidden">
              {column.header}
            </span>
          )}
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

function SkeletonRow<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <tr role="row" className={ROW}>
      {columns.map((column) => (
        <td key={column.key} role="cell" className={cellClass(column)}>
          <Skeleton className={cx('my-1 w-full max-w-28', column.align === 'end' && 'ml-auto')} />
        </td>
      ))}
    </tr>
  );
}

function cellClass<Row>({ role, align, className }: Column<Row>): string {
  return cx(
    'as-table:px-3 as-table:py-3.5 as-table:first:pl-5 as-table:last:pr-5',
    align === 'end' && 'as-table:text-right',
    role === undefined &&
      'as-cards:flex as-cards:items-center as-cards:justify-between as-cards:gap-6 as-cards:text-right',
    role === 'actions' && 'as-cards:pt-1.5 as-table:text-right',
    className,
  );
}

/** Text in a DataTable cell: truncated in the table layout, wrapped in the card layout. */
export function CellText({ children, className }: { children: string; className?: string }) {
  return (
    <span
      title={children}
      className={cx(
        'min-w-0 wrap-anywhere as-table:block base:as-table:max-w-56 as-table:truncate',
        className,
      )}
    >
      {children}
    </span>
  );
}
