import { lazy, Suspense, useRef } from 'react';
import { Redirect, Route, useLocation } from 'wouter';
import { ErrorBoundary } from './error-boundary.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import { PageArrival } from './page-arrival.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { paths } from './paths.ts';
import { findRoute, loadLayout, NOT_FOUND } from './routes.ts';
import { useSession } from './use-session.ts';

const AppLayout = lazy(loadLayout);

/** Shows the page at the current path, to those who may see it (A §2). */
export function AppRouter() {
  const [pathname] = useLocation();
  const { status } = useSession();
  const lastPathnameRef = useRef<string>(null);
  const route = findRoute(pathname) ?? NOT_FOUND;

  if (route.place !== 'public') {
    if (status === 'loading') return <LoadingScreen />;
    if (status === 'signedOut') return <Redirect to={paths.signIn} replace />;
  }
  if (pathname === paths.home) return <Redirect to={paths.dashboard} replace />;
  const page = (
    <ErrorBoundary key={pathname}>
      <Route path={route.path}>
        <route.Page />
      </Route>
      <PageArrival pathname={pathname} title={route.title} lastPathnameRef={lastPathnameRef} />
    </ErrorBoundary>
  );
  if (route.place !== 'main') return <Suspense fallback={<LoadingScreen />}>{page}</Suspense>;
  return (
    <Suspense fallback={<LoadingScreen />}>
      <AppLayout title={route === NOT_FOUND ? 'Dashboard' : route.title} pathname={pathname}>
        <Suspense fallback={<PageSkeleton />}>{page}</Suspense>
      </AppLayout>
    </Suspense>
  );
}
