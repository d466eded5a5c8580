import { useEffect, type RefObject } from 'react';

interface NavigationEffectsProps {
  pathname: string;
  title: string;
  /** The path of the previous page, kept by the router; `null` before the first. */
  lastPathnameRef: RefObject<string | null>;
}

/**
 * Sets the document title and, after a navigation, scrolls to the top and focuses the heading for screen readers. Render
 * it beside the page inside its Suspense boundary, so that the effects run once the page is loaded.
 */
export function NavigationEffects({ pathname, title, lastPathnameRef }: NavigationEffectsProps) {
  useEffect(() => {
    document.title = `${title} · Hark`;
  }, [title]);
  useEffect(() => {
    const navigated = lastPathnameRef.current !== null && lastPathnameRef.current !== pathname;
    lastPathnameRef.current = pathname;
    if (navigated && !isInOverlay(document.activeElement)) focusHeading();
  }, [pathname, lastPathnameRef]);
  return null;
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
