import { useState, type ReactNode } from 'react';
import { formatNumber } from '#shared/formats.ts';
import { Button } from '#client/ui/controls/button.tsx';

interface FoldedListProps<Row> {
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** How many are shown at first. */
  size?: number;
  /** What they are, in the plural: "devices". */
  name: string;
  /** The content of an item. */
  children: (row: Row) => ReactNode;
}

/** A list at the bottom of a card, of which the first rows are shown and the others on request. */
export function FoldedList<Row>({ rows, rowKey, size = 4, name, children }: FoldedListProps<Row>) {
  const [open, setOpen] = useState(false);
  const shown = open ? rows : rows.slice(0, size);
  return (
    <div className="divide-y divide-line border-t border-line">
      <ul className="divide-y divide-line">
        {shown.map((row) => (
          <li key={rowKey(row)} className="px-5 py-3.5">
            {children(row)}
          </li>
        ))}
      </ul>
      {shown.length < rows.length && (
        <div className="p-3 text-center">
          <Button
            variant="ghost"
            onClick={() => {
              setOpen(true);
            }}
          >
            Show All {formatNumber(rows.length)} {name}
          </Button>
        </div>
      )}
    </div>
  );
}
