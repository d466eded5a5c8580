import type { ComponentType, ReactNode } from 'react';
import { PAGES, type PageKind } from './pages.ts';
import { requestScripts } from './page-scripts.ts';
import { paths } from './paths.ts';
import { loadCode } from '#client/app/loading/load-code.ts';
import type { Code } from '#client/app/loading/lazy-loaded.tsx';
import { whenQuiet } from '#client/app/loading/when-quiet.ts';
import { afterFrame } from '#client/ui/after-frame.ts';

/** Imports the code of a page. Repeated calls are cached by the browser. */
type Load = () => Promise<{ default: ComponentType }>;

const CODE: Readonly<Record<string, Load>> = import.meta.glob<{ default: ComponentType }>([
  '../../features/**/*-page.tsx',
  '!../../features/system/**',
]);

interface PageRoute extends Code<object> {
  /** With `:param` segments. */
  path: string;
  title: string;
  kind: PageKind;
  matches: (pathname: string) => boolean;
}

/** All routes except Page Not Found. */
export const ROUTES = Object.entries(PAGES).map(([path, [title, kind, module]]) =>
  pageRoute(path, title, kind, codeOf(module)),
);
if (import.meta.env.DEV) {
  ROUTES.push(
    pageRoute(paths.system, 'Components', 'public', () => import('#client/features/system/system-page.tsx')),
  );
}

/** The route for any other path when signed in. */
export const NOT_FOUND = pageRoute('*', 'Page Not Found', 'main', codeOf('not-found/not-found-page'));

/** Returns the route of a path, with or without a trailing slash, or `undefined`. */
export function findRoute(pathname: string): PageRoute | undefined {
  return ROUTES.find((route) => route.matches(pathname));
}

/** Returns what imports a module of client/features. */
function codeOf(module: string): Load {
  const load = CODE[`../../features/${module}.tsx`];
  if (load === undefined) throw new Error(`There is no page ${module}`);
  return load;
}

function pageRoute(path: string, title: string, kind: PageKind, load: Load): PageRoute {
  const pattern = new RegExp(`^${path.replaceAll('*', '.*').replace(/:\w+/g, '[^/]+')}/?$`);
  return {
    path,
    title,
    kind,
    ...once(() => {
      requestScripts(path);
      return load();
    }),
    matches: (pathname) => pattern.test(pathname),
  };
}

/** The code of the layout. */
export const LAYOUT: Code<{ title: string; pathname: string; children: ReactNode }> = once(
  () => import('#client/app/layout/app-layout.tsx'),
);

function once<Props extends object>(load: Code<Props>['load']): Code<Props> {
  let code: Awaited<ReturnType<typeof load>> | undefined;
  return { load: async () => (code ??= await loadCode(load)), loaded: () => code };
}

/** Loads the code of a page in advance. Errors are ignored: navigation retries. */
export async function prefetch(pathname: string): Promise<void> {
  const route = findRoute(pathname === paths.home ? paths.dashboard : pathname);
  if (route === undefined) return;
  const parts: Promise<unknown>[] = [route.load()];
  if (route.kind === 'main') parts.push(LAYOUT.load());
  await Promise.allSettled(parts);
}

/**
 * Preloads a page when its link, or an element with its path in `data-prefetch`, is hovered, focused or touched; the page of
 * such an element, which is not left at once, in a pause of the input. The listeners are delegated, so that they cover
 * elements added later.
 */
export function prefetchOnHover(): void {
  const hint = ({ target }: Event) => {
    const element = target instanceof Element ? target.closest('a[href], [data-prefetch]') : null;
    if (element instanceof HTMLAnchorElement && element.origin === window.location.origin)
      afterFrame(() => {
        void prefetch(element.pathname);
      });
    const path = element instanceof HTMLElement ? element.dataset['prefetch'] : undefined;
    if (path !== undefined)
      whenQuiet(() => {
        void prefetch(path);
      });
  };
  for (const type of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(type, hint, { passive: true });
}
