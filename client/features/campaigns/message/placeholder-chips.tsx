import { formatNumber } from '#shared/formats.ts';
import type { Placeholder } from '#shared/messages/message-template.ts';

interface PlaceholderChipsProps {
  placeholders: readonly Placeholder[];
  /** For how many people a placeholder is empty. */
  emptyCount: (name: Placeholder) => number;
  onInsert: (name: Placeholder) => void;
}

/** The contact fields that can be put into the message; pressing one inserts it at the caret (B §2). */
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
