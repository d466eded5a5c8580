import { paths } from './paths.ts';
import { findRoute, loadLayout } from './routes.ts';

/** Preloads the code of a page. Errors are ignored: navigation retries. */
export function prefetch(pathname: string): void {
  const route = findRoute(pathname === paths.home ? paths.dashboard : pathname);
  if (route === undefined) return;
  const parts: Promise<unknown>[] = [route.load()];
  if (route.kind === 'main') parts.push(loadLayout());
  Promise.all(parts).catch(() => undefined);
}

/**
 * Preloads a page when its link, or an element with its path in `data-prefetch`, is hovered, focused or touched. The
 * listeners are delegated, so that they cover elements added later.
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
