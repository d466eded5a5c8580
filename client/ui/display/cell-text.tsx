import { cx } from '#client/ui/cx.ts';

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
