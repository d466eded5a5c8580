import { useRef } from 'react';

/** Handlers for a dialog that has no trigger of its own: the focus goes back to what had it before. */
export function useFocusReturn() {
  const origin = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: () => {
      const active = document.activeElement;
      // The body had it where what opened the dialog was gone before, as another dialog is.
      origin.current = active instanceof HTMLElement && active !== document.body ? active : null;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      // Where closing also led to another page, that page has taken the focus.
      const lost = document.activeElement === null || document.activeElement === document.body;
      if (!lost) return;
      if (origin.current?.isConnected === true) origin.current.focus();
      // What opened the dialog is gone with it, a row that was deleted for example.
      else heading()?.focus({ preventScroll: true });
    },
  };
}

function heading(): HTMLElement | null {
  return document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main');
}
