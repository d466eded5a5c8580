import { cx } from '#client/ui/cx.ts';

/** Words of any length in a DataTable: cut short with an ellipsis in a table, wrapped on a card. */
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
