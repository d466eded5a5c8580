import { paths } from './paths.ts';
import { findRoute, loadLayout } from './routes.ts';

/** Begins to load a page's code, so that it is there when the person arrives. Failing is fine: navigation tries again. */
export function prefetch(pathname: string): void {
  const route = findRoute(pathname === paths.home ? paths.dashboard : pathname);
  if (route === undefined) return;
  const parts: Promise<unknown>[] = [route.load()];
  if (route.place === 'main') parts.push(loadLayout());
  Promise.all(parts).catch(() => undefined);
}

/** Loads pages when a link to them is pointed at, focused or touched; one listener for all links there will ever be. */
export function prefetchOnHover(): void {
  const hint = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a[href]') : null;
    if (link instanceof HTMLAnchorElement && link.origin === window.location.origin) prefetch(link.pathname);
  };
  for (const type of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(type, hint, { passive: true });
}
