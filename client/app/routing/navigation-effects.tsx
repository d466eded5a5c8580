import { useEffect, type RefObject } from 'react';

interface NavigationEffectsProps {
  pathname: string;
  title: string;
  /** The page last arrived at, kept by the router; `null` before the first. */
  lastPathnameRef: RefObject<string | null>;
}

/**
 * Does what a page load would do: sets the document's title and, after a navigation (not at the first load), goes to
 * the top and moves the focus to the page's heading, so that screen readers speak it. Stands beside the page inside its
 * Suspense boundary, so its effect runs once the page is there.
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

/** Whoever opened a menu or dialog while the page was on its way keeps it. */
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
