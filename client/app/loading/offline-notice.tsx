import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Icon } from '#client/ui/icon.tsx';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Shown while the browser is offline. Queries pause and resume by themselves. */
export function OfflineNotice() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-3 z-60 flex justify-center px-4">
      {!online && (
        <p className="flex animate-rise items-center gap-2.5 rounded-full bg-ink px-4 py-2 text-sm text-page shadow-float">
          <Icon icon={WifiOff} size={15} />
          You’re offline. Hark will reconnect automatically.
        </p>
      )}
    </div>
  );
}
