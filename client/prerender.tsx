import { StrictMode, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import type { UserData } from '#shared/schemas/account/auth.ts';
import { App } from './app/app.tsx';
import { ClientsProvider, createClients } from './app/clients.tsx';
import { AppFrame } from './app/layout/app-frame.tsx';
import { Sidebar } from './app/layout/sidebar.tsx';
import { PageSkeleton } from './app/loading/loading-screen.tsx';
import { paths } from './app/routing/paths.ts';
import { findRoute, ROUTES } from './app/routing/routes.ts';
import { NO_LINKS, SessionContext, type Session } from './app/session/use-session.ts';

/** What the server sends of a page before any script runs. */
export interface PrerenderedPage {
  path: string;
  title: string;
  /** The content of #root, unless it is the same as in index.html. */
  html?: string;
  /** `page`: the whole page, as React renders it for nobody. `frame`: what is around it. */
  kind?: 'page' | 'frame';
  /** Who sees the page: somebody else is redirected from it. */
  audience: 'signedIn' | 'signedOut' | 'everyone';
}

/** The pages that are the same for every visitor. Others before the sign-in depend on the address or the browser. */
const WHOLE: readonly string[] = [paths.signIn, paths.signUp];

/** The pages that are drawn with what they show before their data: the user is not known yet, nor what greets them. */
const DRAWN: readonly string[] = [paths.dashboard];

/** Renders all pages, at the build. */
export async function prerender(): Promise<PrerenderedPage[]> {
  await Promise.all(ROUTES.filter(isRendered).map(({ load }) => load()));
  // The path / is a redirect to the dashboard.
  const atHome = ROUTES.filter(({ path }) => path === paths.dashboard).map((route) => ({
    ...prerendered(route),
    path: paths.home,
  }));
  return [...atHome, ...ROUTES.map(prerendered)];
}

function prerendered({ path, title, kind }: (typeof ROUTES)[number]): PrerenderedPage {
  if (WHOLE.includes(path))
    return { path, title, kind: 'page', html: renderPage(path), audience: 'signedOut' };
  if (kind === 'public') return { path, title, audience: 'everyone' };
  if (kind === 'bare') return { path, title, audience: 'signedIn' };
  return { path, title, kind: 'frame', html: renderFrame(path, title), audience: 'signedIn' };
}

const isRendered = ({ path }: { path: string }): boolean => WHOLE.includes(path) || DRAWN.includes(path);

function renderPage(path: string): string {
  return render(<App clients={newClients()} ssrPath={path} />);
}

function renderFrame(pathname: string, title: string): string {
  const sidebar = (
    <>
      <div className="contents in-data-[sidebar=collapsed]:hidden">
        <Sidebar pathname={pathname} collapsed={false} onToggle={ignore} />
      </div>
      <div className="hidden in-data-[sidebar=collapsed]:contents">
        <Sidebar pathname={pathname} collapsed onToggle={ignore} />
      </div>
    </>
  );
  return render(
    <ClientsProvider clients={newClients()} ssrPath={pathname}>
      <SessionContext value={UNKNOWN}>
        <AppFrame sidebar={sidebar} title={title} pathname={pathname}>
          {DRAWN.includes(pathname) ? <Content pathname={pathname} /> : <PageSkeleton />}
        </AppFrame>
      </SessionContext>
    </ClientsProvider>,
  );
}

function Content({ pathname }: { pathname: string }) {
  const Page = findRoute(pathname)?.loaded()?.default;
  if (Page === undefined) throw new Error(`The code of ${pathname} is not loaded`);
  return (
    <SessionContext value={{ ...UNKNOWN, user: SOMEBODY }}>
      <div className="[&_h1]:invisible">
        <Page />
      </div>
    </SessionContext>
  );
}

function render(page: ReactNode): string {
  return renderToString(<StrictMode>{page}</StrictMode>);
}

const ignore = (): void => undefined;

/** The storage of a browser that was never here. */
const NO_STORAGE: Storage = {
  length: 0,
  clear: ignore,
  getItem: () => null,
  key: () => null,
  removeItem: ignore,
  setItem: ignore,
};
Object.assign(globalThis, { localStorage: NO_STORAGE, sessionStorage: NO_STORAGE });

/** Somebody who has a session, of whom nothing else is known. */
const UNKNOWN: Session = {
  status: 'loading',
  user: null,
  endedUid: null,
  endsAt: null,
  links: NO_LINKS,
  signedIn: ignore,
  renewed: ignore,
  updateUser: ignore,
  signOut: () => Promise.resolve(),
  signingOut: false,
  accountClosed: ignore,
  expired: ignore,
};

const SOMEBODY: UserData = { uid: '', display_name: '', email: '', role: 'agent', subscribed: true };

function newClients() {
  return createClients(NO_STORAGE, new EventTarget());
}
