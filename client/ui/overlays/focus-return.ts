import { useRef } from 'react';

/** Returns the focus handlers of a dialog without a trigger: closing it returns the focus to its previous element. */
export function useFocusReturn() {
  const origin = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: () => {
      const active = document.activeElement;
      // The body has the focus if the opener is gone already, for example another dialog.
      origin.current = active instanceof HTMLElement && active !== document.body ? active : null;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      // If closing also navigated, the new page has the focus.
      const lost = document.activeElement === null || document.activeElement === document.body;
      if (!lost) return;
      if (origin.current?.isConnected === true) origin.current.focus();
      // The opener is gone, for example a deleted row.
      else heading()?.focus({ preventScroll: true });
    },
  };
}

function heading(): HTMLElement | null {
  return document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main');
}
