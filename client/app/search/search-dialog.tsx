import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import { MAX_NAME_LENGTH } from '#shared/limits.ts';
import { SearchField } from '#client/ui/controls/search-field.tsx';
import { SmartLink } from '#client/ui/controls/link.tsx';
import { Dialog } from '#client/ui/overlays/dialog.tsx';
import { useSearch, type FoundGroup } from './use-search.ts';

/** Searches everything of the user. Arrow keys move through the results, Enter opens the first of what is typed, once it is found. */
export default function SearchDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const { groups, isPending, isError, isCurrent } = useSearch(typed);
  const isEntered = useRef(false);
  const results = useRef<HTMLDivElement>(null);
  const links = () => [...(results.current?.querySelectorAll('a') ?? [])];
  const openFirst = () => {
    isEntered.current = !isCurrent;
    if (isCurrent) links()[0]?.click();
  };
  const openIfEntered = useEffectEvent(() => {
    if (isEntered.current) openFirst();
  });
  useEffect(() => {
    if (isCurrent) openIfEntered();
  }, [isCurrent]);
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const all = links();
    const at = all.findIndex((link) => link === document.activeElement) + step;
    if (at < 0) results.current?.parentElement?.querySelector('input')?.focus();
    else all[Math.min(at, all.length - 1)]?.focus();
  };
  return (
    <Dialog open onOpenChange={onClose} title="Search" size="lg">
      <div className="pb-2" onKeyDown={move}>
        <SearchField
          label="Campaigns, numbers, lists, voices, pages"
          value={typed}
          maxLength={MAX_NAME_LENGTH}
          onChange={(text) => {
            isEntered.current = false;
            setTyped(text);
          }}
          onKeyDown={({ key }) => {
            if (key === 'Enter') openFirst();
          }}
        />
        <div ref={results} className="mt-3 h-80 overflow-y-auto" onClick={closeAfterLink(onClose)}>
          {groups.map((group) => (
            <Group key={group.name} group={group} />
          ))}
          <p role="status" className="px-2 py-3 text-ink-2 empty:hidden">
            {statusOf(groups, { isPending, isError })}
          </p>
        </div>
      </div>
    </Dialog>
  );
}

/** Closes the search when a result was opened on this page. */
function closeAfterLink(onClose: () => void) {
  return ({ target, ctrlKey, metaKey, shiftKey }: React.MouseEvent) => {
    if (target instanceof Element && target.closest('a') !== null && !(ctrlKey || metaKey || shiftKey))
      onClose();
  };
}

function statusOf(
  groups: readonly FoundGroup[],
  { isPending, isError }: { isPending: boolean; isError: boolean },
): string {
  if (isError) return 'Some results could not be loaded.';
  if (isPending) return 'Searching…';
  return groups.length === 0 ? 'Nothing was found.' : '';
}

function Group({ group: { name, found } }: { group: FoundGroup }) {
  return (
    <section aria-label={name} className="mb-2">
      <h3 className="px-2 py-1 text-sm text-ink-3">{name}</h3>
      <ul>
        {found.map(({ label, href, hint }) => (
          <li key={`${label} ${href}`}>
            <SmartLink
              href={href}
              className="flex min-h-10 items-center justify-between gap-4 rounded-control px-2 py-1.5 hover:bg-sunken focus-visible:bg-sunken"
            >
              <span className="min-w-0 truncate">{label}</span>
              {hint !== undefined && <span className="shrink-0 text-sm text-ink-3">{hint}</span>}
            </SmartLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
