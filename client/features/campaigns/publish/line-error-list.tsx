import { useVirtualizer } from '@tanstack/react-virtual';
import { useState } from 'react';
import { errorText, type ErrorTable } from '../contact-file/error-table.ts';

const ROW_HEIGHT = 36;

/** A virtualized list of line errors. */
export function LineErrorList({ errors }: { errors: ErrorTable }) {
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  // eslint-disable-next-line react-hooks/incompatible-library -- its functions are not passed to other components
  const rows = useVirtualizer({
    count: errors.lines.length,
    getScrollElement: () => box,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
  });
  return (
    <div
      ref={setBox}
      role="region"
      aria-label="Errors"
      tabIndex={0}
      className="max-h-72 overflow-y-auto rounded-control border border-line bg-sunken"
    >
      <ul className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ key, index, start }) => (
          <li
            key={key}
            aria-setsize={errors.lines.length}
            aria-posinset={index + 1}
            className="absolute inset-x-0 flex items-center border-b border-line px-4 text-sm"
            style={{ height: ROW_HEIGHT, transform: `translateY(${String(start)}px)` }}
          >
            <span className="truncate">{errorText(errors, index)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
