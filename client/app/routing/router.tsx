import { lazy, Suspense, useRef } from 'react';
import { Redirect, Route, useLocation } from 'wouter';
import { ErrorBoundary, FullScreenError } from '#client/app/loading/error-boundary.tsx';
import { LoadingScreen } from '#client/app/loading/loading-screen.tsx';
import { NavigationEffects } from './navigation-effects.tsx';
import { PageSkeleton } from '#client/app/loading/page-skeleton.tsx';
import { paths } from './paths.ts';
import { loadLayout, NOT_FOUND, ROUTES } from './routes.ts';
import { useSession } from '#client/app/session/use-session.ts';

const AppLayout = lazy(loadLayout);
const notFound = { ...NOT_FOUND, Page: lazy(NOT_FOUND.load) };
const screens = ROUTES.map((route) => ({ ...route, Page: lazy(route.load) }));

/** Renders the page of the current path. Protected pages redirect to sign-in when signed out. */
export function AppRouter() {
  const [pathname] = useLocation();
  const { status } = useSession();
  const lastPathnameRef = useRef<string>(null);
  const screen = screens.find(({ matches }) => matches(pathname)) ?? notFound;

  if (screen.kind !== 'public') {
    if (status === 'loading') return <LoadingScreen />;
    if (status === 'signedOut') return <Redirect to={paths.signIn} replace />;
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
  if (screen.kind !== 'main') return <Suspense fallback={<LoadingScreen />}>{page}</Suspense>;
  return (
    <Suspense fallback={<LoadingScreen />}>
      <AppLayout title={screen === notFound ? 'Dashboard' : screen.title} pathname={pathname}>
        <Suspense fallback={<PageSkeleton />}>{page}</Suspense>
      </AppLayout>
    </Suspense>
  );
}
