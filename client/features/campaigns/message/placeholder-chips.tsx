import { formatNumber } from '#shared/formats.ts';
import type { Placeholder } from '#shared/messages/message-template.ts';

interface PlaceholderChipsProps {
  placeholders: readonly Placeholder[];
  /** Returns for how many contacts a placeholder is empty. */
  emptyCount: (name: Placeholder) => number;
  onInsert: (name: Placeholder) => void;
}

/** Buttons that insert a contact field at the caret. */
export function PlaceholderChips({ placeholders, emptyCount: emptyOf, onInsert }: PlaceholderChipsProps) {
  return (
    <div role="group" aria-label="Insert a contact field" className="mt-4 flex flex-wrap gap-2">
      {placeholders.map((name) => {
        const empty = emptyOf(name);
        return (
          <button
            key={name}
            type="button"
            className="inline-flex h-8 cursor-pointer items-center gap-1.5 rounded-full border border-line-strong bg-surface px-3.5 text-sm font-medium transition-colors hover:border-accent hover:bg-accent-soft pointer-coarse:h-11"
            onClick={() => {
              onInsert(name);
            }}
          >
            {name}
            {empty > 0 && <span className="text-waiting">{formatNumber(empty)} empty</span>}
          </button>
        );
      })}
    </div>
  );
}
