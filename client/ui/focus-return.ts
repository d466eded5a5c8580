import { useRef } from 'react';

/** Handlers for a dialog that has no trigger of its own: the focus goes back to what had it before. */
export function useFocusReturn() {
  const origin = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: () => {
      const active = document.activeElement;
      origin.current = active instanceof HTMLElement ? active : null;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      // Where closing also led to another page, that page has taken the focus.
      const lost = document.activeElement === null || document.activeElement === document.body;
      if (lost && origin.current?.isConnected === true) origin.current.focus();
    },
  };
}
