import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { cx } from '#client/ui/cx.ts';
import { Icon } from '#client/ui/icon.tsx';

interface SortHeaderProps {
  label: string;
  /** Null where the rows are in another order. */
  direction: 'asc' | 'desc' | null;
  onSort: () => void;
}

const ICON = { asc: ArrowUp, desc: ArrowDown } as const;

/** The header of a column that sorts by it; only its name where the table is a list of cards. */
export function SortHeader({ label, direction, onSort }: SortHeaderProps) {
  return (
    <>
      <span className="as-table:hidden">{label}</span>
      <button
        type="button"
        onClick={onSort}
        className={cx(
          '-mx-1.5 inline-flex cursor-pointer items-center gap-1 rounded-small px-1.5 py-1 transition-colors hover:text-ink as-cards:hidden',
          direction !== null && 'font-medium text-ink',
        )}
      >
        {label}
        <Icon
          icon={direction === null ? ChevronsUpDown : ICON[direction]}
          size={13}
          className={cx(direction === null && 'opacity-60')}
        />
      </button>
    </>
  );
}
