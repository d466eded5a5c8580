import { GripVertical } from 'lucide-react';
import type { DragEvent, ReactNode } from 'react';
import { columnName } from '#shared/contacts/columns/column-mapping.ts';
import { cx } from '#client/ui/cx.ts';
import { SampleCells } from './sample-cells.tsx';
import { Icon } from '#client/ui/icon.tsx';

/** The type of what is dragged: the position of a column. */
const DRAGGED = 'application/x-hark-column';

interface FileColumnsProps {
  names: readonly string[];
  /** The first cells of each column. */
  samples: readonly string[][];
  isUsed: (at: number) => boolean;
  onDrag: (isDragged: boolean) => void;
}

/** The columns of a file with their first cells, to be dragged with a pointer; by touch and keyboard they are chosen. */
export function FileColumns({ names, samples, isUsed, onDrag }: FileColumnsProps) {
  return (
    <div className="sticky top-0 z-10 -mx-5 border-b border-line bg-surface px-5 py-3 pointer-coarse:static">
      <p className="text-sm text-ink-3 pointer-coarse:hidden">
        Drag a column onto a field, or choose it there.
      </p>
      <ul
        aria-label="Columns of your file"
        tabIndex={0}
        className="mt-2 flex max-h-44 flex-wrap gap-2 overflow-y-auto"
      >
        {names.map((name, at) => (
          <li
            key={at}
            draggable
            className={cx(
              'flex max-w-48 cursor-grab items-start gap-1.5 rounded-control border py-1 pr-3 pl-1.5 text-sm active:cursor-grabbing',
              isUsed(at) ? 'border-line bg-sunken text-ink-3' : 'border-line-strong bg-surface',
            )}
            onDragStart={({ dataTransfer }) => {
              dataTransfer.effectAllowed = 'copy';
              dataTransfer.setData(DRAGGED, String(at));
              onDrag(true);
            }}
            onDragEnd={() => {
              onDrag(false);
            }}
          >
            <Icon
              icon={GripVertical}
              size={14}
              className="mt-0.5 shrink-0 text-ink-3 pointer-coarse:hidden"
            />
            <span className="min-w-0">
              <span className="block truncate font-medium">{columnName(name, at)}</span>
              {isUsed(at) && <span className="sr-only">, used</span>}
              <SampleCells cells={samples[at] ?? []} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface DropTargetProps {
  as?: 'li' | 'div';
  /** A column is being dragged. */
  active: boolean;
  /** Gets the position of the column. */
  onDropped: (at: number) => void;
  children: ReactNode;
}

function allowDrop(event: DragEvent): void {
  if (!event.dataTransfer.types.includes(DRAGGED)) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'copy';
}

/** A field onto which a column can be dropped. */
export function DropTarget({ as: Element = 'li', active, onDropped, children }: DropTargetProps) {
  return (
    <Element
      className={cx(
        Element === 'li' && 'py-3',
        active && 'rounded-control outline-2 -outline-offset-2 outline-accent/40 outline-dashed',
      )}
      onDragEnter={allowDrop}
      onDragOver={allowDrop}
      onDrop={(event) => {
        const at = event.dataTransfer.getData(DRAGGED);
        if (at === '') return;
        event.preventDefault();
        onDropped(Number(at));
      }}
    >
      {children}
    </Element>
  );
}
