import { Search } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { IconButton } from '#client/ui/controls/button.tsx';
import { lazyWithPreload } from '../loading/lazy-with-preload.ts';

const SearchDialog = lazyWithPreload(() => import('./search-dialog.tsx'));

/** Opens the search over all pages, campaigns, lists, voices and numbers, also by Ctrl or Command and K. */
export function SearchButton() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'k') return;
      // The browser's own search.
      event.preventDefault();
      // Not above a dialog that asks for something.
      if (document.querySelector('[role=dialog], [role=alertdialog]') === null) setOpen(true);
    };
    window.addEventListener('keydown', open);
    return () => {
      window.removeEventListener('keydown', open);
    };
  }, []);
  return (
    <>
      <IconButton
        label="Search"
        icon={Search}
        variant="ghost"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => {
          setOpen(true);
        }}
      />
      <Suspense>
        {isOpen && (
          <SearchDialog
            onClose={() => {
              setOpen(false);
            }}
          />
        )}
      </Suspense>
    </>
  );
}
