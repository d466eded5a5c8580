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
  className?: string;
}

/**
 * A table that becomes a list of cards in narrow containers. The explicit roles keep it a table for screen readers when
 * CSS changes its layout.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, empty, loading = false, skeletonRows = 4, className } = props;
  if (!loading && rows.length === 0) return empty;
  return (
    <div className={cx('@container', className)}>
      <table
        role="table"
        aria-label={label}
        aria-busy={loading || undefined}
        className="w-full @max-2xl:block"
      >
        <thead role="rowgroup" className="@max-2xl:sr-only">
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
        <tbody role="rowgroup" className="divide-y divide-line @max-2xl:block">
          {loading
            ? Array.from({ length: skeletonRows }, (_, index) => (
                <SkeletonRow key={index} columns={columns} />
              ))
            : rows.map((row) => <DataRow key={rowKey(row)} row={row} columns={columns} />)}
        </tbody>
      </table>
    </div>
  );
}

const ROW = 'transition-colors @max-2xl:flex @max-2xl:flex-col @max-2xl:gap-2.5 @max-2xl:px-5 @max-2xl:py-4';

function DataRow<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  return (
    <tr role="row" className={ROW}>
      {columns.map((column) => (
        <td key={column.key} role="cell" className={cellClass(column)}>
          {column.role === undefined && (
            <span aria-hidden className="shrink-0 text-sm text-ink-3 @2xl:hidden">
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
    '@2xl:px-3 @2xl:py-3.5 @2xl:first:pl-5 @2xl:last:pr-5',
    align === 'end' && '@2xl:text-right',
    role === undefined &&
      '@max-2xl:flex @max-2xl:items-center @max-2xl:justify-between @max-2xl:gap-6 @max-2xl:text-right',
    role === 'actions' && '@max-2xl:pt-1.5 @2xl:text-right',
    className,
  );
}

/** Text in a DataTable cell: truncated in the table layout, wrapped in the card layout. */
export function CellText({ children, className }: { children: string; className?: string }) {
  return (
    <span
      title={children}
      className={cx('min-w-0 wrap-anywhere @2xl:block base:@2xl:max-w-56 @2xl:truncate', className)}
    >
      {children}
    </span>
  );
}
