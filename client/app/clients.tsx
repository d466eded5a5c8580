import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import type { ReactNode } from 'react';
import { Router } from 'wouter';
import { openAfterFrame } from './routing/open-after-frame.ts';
import { createSessionStore, type SessionStore } from './session/session-store.ts';
import { createQueryClient, createTrpcClient, trpc } from './trpc.ts';

/** What a page needs beside its components. */
export interface Clients {
  queryClient: QueryClient;
  trpcClient: ReturnType<typeof createTrpcClient>;
  sessionStore: SessionStore;
}

/** Creates the API clients and the store of the session, which `storage` keeps and `otherTabs` report changes of. */
export function createClients(storage: Storage, otherTabs: EventTarget): Clients {
  const queryClient = createQueryClient();
  const sessionStore = createSessionStore({
    storage,
    otherTabs,
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

interface ClientsProviderProps {
  clients: Clients;
  /** The path of a page that is rendered without a browser. */
  ssrPath?: string | undefined;
  children: ReactNode;
}

/** Provides the API clients and the router. */
export function ClientsProvider({ clients, ssrPath, children }: ClientsProviderProps) {
  const { queryClient, trpcClient } = clients;
  return (
    <trpc.Provider client={trpcClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <Router aroundNav={openAfterFrame} {...(ssrPath !== undefined && { ssrPath })}>
          {children}
        </Router>
      </QueryClientProvider>
    </trpc.Provider>
  );
}
