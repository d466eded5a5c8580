import { ChevronDown } from 'lucide-react';
import { formatNumber } from '#shared/formats.ts';
import { Icon } from '#client/ui/icon.tsx';
import { Menu, MenuItem } from '#client/ui/overlays/menu.tsx';
import { tooltip } from '#client/ui/overlays/tooltip.tsx';
import type { ContactFileSummary } from '#client/domain/import-file/file-summary.ts';
import type { MessageEditorHandle } from './message-editor.tsx';
import { availablePlaceholders, emptyCount, suggestedFallback } from './message-placeholders.ts';

const CHIP =
  'inline-flex h-8 cursor-pointer items-center gap-1.5 rounded-full border border-line-strong bg-surface px-3.5 text-sm font-medium transition-colors hover:border-accent hover:bg-accent-soft pointer-coarse:h-11';

interface PlaceholderChipsProps {
  /** Null until the file is read. */
  summary: ContactFileSummary | null;
  onInsert: MessageEditorHandle['insert'];
}

/** Buttons that insert a contact field at the caret, and a menu of the same fields with a fallback. */
export function PlaceholderChips({ summary, onInsert }: PlaceholderChipsProps) {
  const names = availablePlaceholders(summary);
  return (
    <>
      <div role="group" aria-label="Insert a contact field" className="mt-4 flex flex-wrap gap-2">
        {names.map((name) => {
          const empty = summary === null ? 0 : (emptyCount(summary, name) ?? 0);
          const header = summary?.own.find((column) => column.name === name)?.header;
          return (
            <button
              key={name}
              type="button"
              className={CHIP}
              onClick={() => {
                onInsert(`{${name}}`);
              }}
              {...tooltip(header === undefined ? undefined : `Your column “${header}”`)}
            >
              {name}
              {empty > 0 && <span className="text-waiting">{formatNumber(empty)} empty</span>}
            </button>
          );
        })}
        <Menu
          className="max-h-80 overflow-y-auto"
          trigger={(props) => (
            <button type="button" className={CHIP} {...props}>
              If empty, say…
              <Icon icon={ChevronDown} size={14} className="text-ink-3" />
            </button>
          )}
        >
          {names.map((name) => (
            <MenuItem
              key={name}
              onSelect={() => {
                onInsert(`{${name}|`, suggestedFallback(name), '}');
              }}
            >
              {name}
            </MenuItem>
          ))}
        </Menu>
      </div>
      <p className="mt-3 text-sm text-ink-3">
        Words after a bar are said where the cell is empty: for{' '}
        <span className="font-medium whitespace-nowrap text-ink-2">{'{first_name|there}'}</span> people
        without a first name hear “there”.
      </p>
    </>
  );
}
