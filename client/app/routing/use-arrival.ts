import { useEffect, type RefObject } from 'react';

/**
 * Scrolls to the top and focuses the heading for screen readers whenever `place` is another than the last one, which
 * `lastPlaceRef` keeps: `null` before the first. A fragment of the address that names an element leads to that instead.
 */
export function useArrival(place: string, lastPlaceRef: RefObject<string | null>): void {
  useEffect(() => {
    const isFirst = lastPlaceRef.current === null;
    const navigated = lastPlaceRef.current !== place;
    lastPlaceRef.current = place;
    if (!navigated || isInOverlay(document.activeElement)) return;
    const target = document.getElementById(window.location.hash.slice(1));
    if (target !== null) arriveAt(target);
    else if (!isFirst) {
      window.scrollTo(0, 0);
      focus(document.querySelector('main h1') ?? document.querySelector('main'));
    }
  }, [place, lastPlaceRef]);
}

/** Scrolls to an element, and focuses it for screen readers. */
export function arriveAt(target: HTMLElement): void {
  target.scrollIntoView();
  focus(target);
}

/** A menu or dialog that was opened while the page was loading keeps the focus. */
function isInOverlay(active: Element | null): boolean {
  return active?.closest('[role="menu"], [role="dialog"], [role="alertdialog"]') != null;
}

function focus(element: HTMLElement | null): void {
  element?.setAttribute('tabindex', '-1');
  element?.focus({ preventScroll: true });
}
