import { Suspense, useEffect, useRef, type RefObject } from 'react';
import { Redirect, Route, useLocation } from 'wouter';
import { ErrorBoundary, FullScreenError } from '#client/app/loading/error-boundary.tsx';
import { lazyLoaded } from '#client/app/loading/lazy-loaded.tsx';
import { LoadingScreen, PageSkeleton } from '#client/app/loading/loading-screen.tsx';
import { usePageTitle } from './use-title.ts';
import { paths } from './paths.ts';
import { LAYOUT, NOT_FOUND, ROUTES } from './routes.ts';
import { useArrival } from './use-arrival.ts';
import type { ReturnTo } from '#client/app/session/return-to.ts';
import { keepToastsOf } from '#client/ui/overlays/toast.tsx';
import { useSession } from '#client/app/session/use-session.ts';

const AppLayout = lazyLoaded(LAYOUT);
const notFound = { ...NOT_FOUND, Page: lazyLoaded(NOT_FOUND) };
const screens = ROUTES.map((route) => ({ ...route, Page: lazyLoaded(route) }));

/** Renders the page of the current path. Protected pages redirect to sign-in when signed out. */
export function AppRouter() {
  const [pathname] = useLocation();
  const { status, endedUid } = useSession();
  const lastPathnameRef = useRef<string>(null);
  useEffect(() => {
    keepToastsOf(pathname);
  }, [pathname]);
  const screen = screens.find(({ matches }) => matches(pathname)) ?? notFound;

  if (screen.kind !== 'public') {
    if (status === 'loading') return <LoadingScreen />;
    if (status === 'signedOut') return <SignInRedirect endedUid={endedUid} />;
  }
  if (pathname === paths.home) return <Redirect to={paths.dashboard} replace />;
  const page = (
    <ErrorBoundary key={pathname} {...(screen.kind !== 'main' && { fallback: <FullScreenError /> })}>
      <Route path={screen.path}>
        <screen.Page />
      </Route>
      <NavigationEffects pathname={pathname} title={screen.title} lastPathnameRef={lastPathnameRef} />
    </ErrorBoundary>
  );
  if (screen.kind !== 'main')
    return (
      <Suspense fallback={<LoadingScreen />}>
        {page}
        <Rendered />
      </Suspense>
    );
  return (
    <Suspense fallback={<LoadingScreen />}>
      <AppLayout title={screen === notFound ? 'Dashboard' : screen.title} pathname={pathname}>
        <Suspense fallback={<PageSkeleton />}>
          {page}
          <Rendered />
        </Suspense>
      </AppLayout>
    </Suspense>
  );
}

/** Tells client/head.js that the page works. Render it beside the page inside its Suspense boundary. */
function Rendered() {
  useEffect(() => {
    window.dispatchEvent(new Event('hark:rendered'));
  }, []);
  return null;
}

/** Redirects to the sign-in page. After a session that ended, that page says so and returns here. */
function SignInRedirect({ endedUid }: { endedUid: string | null }) {
  const { pathname, search } = window.location;
  const state: ReturnTo | undefined =
    endedUid === null ? undefined : { from: pathname + search, uid: endedUid };
  return <Redirect to={paths.signIn} replace state={state} />;
}

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
function NavigationEffects({ pathname, title, lastPathnameRef }: NavigationEffectsProps) {
  usePageTitle(title);
  useArrival(pathname, lastPathnameRef);
  return null;
}
