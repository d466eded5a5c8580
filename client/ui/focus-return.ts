import { useRef } from 'react';

/**
 * Handlers for a dialog that has no trigger of its own: the focus goes back to what had it before. From an entry of a
 * menu, which is gone by then, it goes back to the menu's button.
 */
export function useFocusReturn() {
  const origin = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: () => {
      origin.current = originOf(document.activeElement);
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (origin.current?.isConnected === true) origin.current.focus();
    },
  };
}

function originOf(active: Element | null): HTMLElement | null {
  const menu = active?.closest('[role="menu"]');
  const button = document.getElementById(menu?.getAttribute('aria-labelledby') ?? '');
  return button ?? (active instanceof HTMLElement ? active : null);
}
