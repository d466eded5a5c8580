import { useRef } from 'react';

/** Where a dialog stands. It scrolls, so that a tall dialog stays reachable on a short screen. */
export const DIALOG_PLACE =
  'fixed inset-0 z-50 grid animate-fade place-items-center overflow-y-auto p-4 max-sm:place-items-end';

export const DIALOG_OVERLAY = `${DIALOG_PLACE} bg-veil backdrop-blur-[2px]`;

export const DIALOG_PANEL =
  'relative my-auto w-full animate-rise rounded-panel border border-line bg-surface text-ink shadow-float focus:outline-none max-sm:mb-0';

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
