import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useState } from 'react';
import { Router } from 'wouter';
import { Toaster } from '#client/ui/overlays/toast.tsx';
import { TooltipLayer } from '#client/ui/overlays/tooltip.tsx';
import { ErrorBoundary, FullScreenError } from './loading/error-boundary.tsx';
import { OfflineNotice } from './loading/offline-notice.tsx';
import { createQueryClient, createTrpcClient, trpc } from './trpc.ts';
import { openAfterFrame } from './routing/open-after-frame.ts';
import { AppRouter } from './routing/router.tsx';
import { createSessionStore } from './session/session-store.ts';
import { ReauthenticationLayer } from './session/reauthentication-layer.tsx';
import { SessionProvider } from './session/session.tsx';

/** The root component: API clients, session, and the page of the current path. */
export function App() {
  const [{ queryClient, trpcClient, sessionStore }] = useState(createClients);
  return (
    <trpc.Provider client={trpcClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <Router aroundNav={openAfterFrame}>
          <SessionProvider store={sessionStore}>
            <ErrorBoundary fallback={<FullScreenError />}>
              <AppRouter />
            </ErrorBoundary>
            <ReauthenticationLayer />
          </SessionProvider>
        </Router>
        <Toaster />
        <TooltipLayer />
        <OfflineNotice />
      </QueryClientProvider>
    </trpc.Provider>
  );
}

function createClients() {
  const queryClient = createQueryClient();
  const sessionStore = createSessionStore({
    storage: localStorage,
    otherTabs: window,
    now: () => Date.now(),
    onUserChange: () => {
      removeUserQueries(queryClient);
    },
  });
  return { queryClient, sessionStore, trpcClient: createTrpcClient() };
}

/** Removes the user's data from the query cache. The session query stays, because it also has the public links. */
function removeUserQueries(queryClient: QueryClient): void {
  const [sessionPath] = getQueryKey(trpc.auth.session);
  queryClient.removeQueries({ predicate: ({ queryKey }) => String(queryKey[0]) !== String(sessionPath) });
}
