import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { lazyOnDemand } from '#client/app/loading/lazy-with-preload.ts';
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
    <Suspense>
      <ReauthenticateDialog email={user.email} />
    </Suspense>
  );
}
