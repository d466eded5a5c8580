import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { ErrorBoundary } from '#client/app/loading/error-boundary.tsx';
import { lazyOnDemand } from '#client/app/loading/lazy-with-preload.ts';
import { toast } from '#client/ui/overlays/toast.tsx';
import { reauthentication } from './reauthentication.ts';
import { useSession } from './use-session.ts';

const ReauthenticateDialog = lazyOnDemand(() => import('./reauthenticate-dialog.tsx'));

/** Opens the dialog that asks who the user is, whenever a call needs it. A session that ends closes it. */
export function ReauthenticationLayer() {
  const isNeeded = useSyncExternalStore(
    reauthentication.subscribe,
    reauthentication.isNeeded,
    reauthentication.isNeeded,
  );
  const { user } = useSession();
  useEffect(() => {
    if (user === null) reauthentication.close();
  }, [user]);
  if (!isNeeded || user === null) return null;
  return (
    <ErrorBoundary fallback={<NotLoaded />}>
      <Suspense>
        <ReauthenticateDialog email={user.email} />
      </Suspense>
    </ErrorBoundary>
  );
}

/** Rejects the waiting calls: the code of the dialog is loaded again only with the page. */
function NotLoaded() {
  useEffect(() => {
    toast.error('Please reload the page to confirm that it is you.');
    reauthentication.close();
  }, []);
  return null;
}
