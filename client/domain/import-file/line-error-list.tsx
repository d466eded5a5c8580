import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useState } from 'react';
import { cx } from '#client/ui/cx.ts';
import { errorGroups } from './error-groups.ts';
import { errorDetail, errorText, type ErrorTable } from './error-table.ts';

/** All errors of a file in the order of its lines; of several kinds, one can be shown alone. */
export function LineErrorList({ errors }: { errors: ErrorTable }) {
  const groups = useMemo(() => errorGroups(errors), [errors]);
  const [shown, setShown] = useState<number | null>(null);
  const chosen = shown === null ? undefined : groups[shown];
  return (
    <div className="flex flex-col gap-3">
      {groups.length === 1 && <p className="text-sm font-medium">{groups[0]?.text}</p>}
      {groups.length > 1 && (
        <div role="group" aria-label="Kinds of errors" className="flex flex-wrap items-center gap-2">
          {groups.map(({ text }, at) => (
            <button
              key={text}
              type="button"
              aria-pressed={shown === at}
              className={cx(
                'min-h-8 cursor-pointer rounded-full border px-3 text-sm font-medium transition-colors pointer-coarse:min-h-11',
                shown === at
                  ? 'border-accent bg-accent-soft'
                  : 'border-line-strong bg-surface hover:border-accent',
              )}
              onClick={() => {
                setShown(shown === at ? null : at);
              }}
            >
              {text}
            </button>
          ))}
        </div>
      )}
      <Lines key={shown} errors={errors} indexes={chosen?.indexes ?? null} />
    </div>
  );
}

const ROW_HEIGHT = 76;

/** A virtualized list of the errors at `indexes`; of all for null. */
function Lines({ errors, indexes }: { errors: ErrorTable; indexes: Uint32Array | null }) {
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  const count = indexes?.length ?? errors.lines.length;
  // oxlint-disable-next-line react/incompatible-library -- its functions are not passed to other components
  const rows = useVirtualizer({
    count,
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
            aria-setsize={count}
            aria-posinset={index + 1}
            className="absolute inset-x-0 flex items-center border-b border-line px-4 text-sm"
            style={{ height: ROW_HEIGHT, transform: `translateY(${String(start)}px)` }}
          >
            <ErrorLine errors={errors} index={indexes?.[index] ?? index} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** An error as the documents word it; below it the wrong value, and where it stands. */
function ErrorLine({ errors, index }: { errors: ErrorTable; index: number }) {
  const { value, notes } = errorDetail(errors, index);
  return (
    <span className="min-w-0">
      <span className="block truncate">{errorText(errors, index)}</span>
      {(value !== null || notes.length > 0) && (
        <span className="line-clamp-2 text-ink-3">
          {[...(value === null ? [] : [`“${value}”`]), ...notes].join(', ')}
        </span>
      )}
    </span>
  );
}
