import { paths } from './paths.ts';
import { findRoute, loadLayout } from './routes.ts';

/** Begins to load a page's code, so that it is there when the person arrives. Failing is fine: navigation tries again. */
export function prefetch(pathname: string): void {
  const route = findRoute(pathname === paths.home ? paths.dashboard : pathname);
  if (route === undefined) return;
  const parts: Promise<unknown>[] = [route.load()];
  if (route.kind === 'main') parts.push(loadLayout());
  Promise.all(parts).catch(() => undefined);
}

/**
 * Loads pages when a link to them is pointed at, focused or touched, and likewise what an element names in
 * `data-prefetch`. One listener for all there will ever be.
 */
export function prefetchOnHover(): void {
  const hint = ({ target }: Event) => {
    const element = target instanceof Element ? target.closest('a[href], [data-prefetch]') : null;
    if (element instanceof HTMLAnchorElement && element.origin === window.location.origin)
      prefetch(element.pathname);
    else if (element instanceof HTMLElement && element.dataset['prefetch'] !== undefined)
      prefetch(element.dataset['prefetch']);
  };
  for (const type of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(type, hint, { passive: true });
}
