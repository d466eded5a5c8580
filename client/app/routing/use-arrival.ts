import { useEffect, type RefObject } from 'react';

/**
 * Scrolls to the top and focuses the heading for screen readers whenever `place` is another than the last one, which
 * `lastPlaceRef` keeps: `null` before the first.
 */
export function useArrival(place: string, lastPlaceRef: RefObject<string | null>): void {
  useEffect(() => {
    const navigated = lastPlaceRef.current !== null && lastPlaceRef.current !== place;
    lastPlaceRef.current = place;
    if (navigated && !isInOverlay(document.activeElement)) focusHeading();
  }, [place, lastPlaceRef]);
}

/** A menu or dialog that was opened while the page was loading keeps the focus. */
function isInOverlay(active: Element | null): boolean {
  return active?.closest('[role="menu"], [role="dialog"], [role="alertdialog"]') != null;
}

function focusHeading(): void {
  window.scrollTo(0, 0);
  const heading =
    document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
}
