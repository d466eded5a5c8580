import { Toaster } from '#client/ui/overlays/toast.tsx';
import { TooltipLayer } from '#client/ui/overlays/tooltip.tsx';
import { ClientsProvider, type Clients } from './clients.tsx';
import { ErrorBoundary, FullScreenError } from './loading/error-boundary.tsx';
import { OfflineNotice } from './loading/offline-notice.tsx';
import { AppRouter } from './routing/router.tsx';
import { ReauthenticationLayer } from './session/reauthentication-layer.tsx';
import { SessionProvider } from './session/session.tsx';

/** The root component: the session, and the page of the current path, or of `ssrPath` without a browser. */
export function App({ clients, ssrPath }: { clients: Clients; ssrPath?: string }) {
  return (
    <ClientsProvider clients={clients} ssrPath={ssrPath}>
      <SessionProvider store={clients.sessionStore}>
        <ErrorBoundary fallback={<FullScreenError />}>
          <AppRouter />
        </ErrorBoundary>
        <ReauthenticationLayer />
      </SessionProvider>
      <Toaster />
      <TooltipLayer />
      <OfflineNotice />
    </ClientsProvider>
  );
}
