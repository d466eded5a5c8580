import type { QueryClient } from '@tanstack/react-query';
import { reportUnauthenticated } from '../session/unauthenticated.ts';
import type { ApiUtils } from './use-live.ts';
import { createUpdater } from './apply-update.ts';
import { reconnectingEventSource, type Visibility } from './reconnecting-event-source.ts';
import { openEventSource } from './open-event-source.ts';

/** Keeps what was read of campaigns and credits up to date by live progress until `signal` ends. */
export function subscribeToProgress(options: {
  queryClient: QueryClient;
  utils: ApiUtils;
  /** Told whether updates come by themselves. */
  onLive: (live: boolean) => void;
  signal: AbortSignal;
}): void {
  const { apply, readAll } = createUpdater(options.queryClient, options.utils);
  reconnectingEventSource({
    connect: openEventSource,
    onLive: options.onLive,
    onUpdate: apply,
    onMissed: readAll,
    onSignedOut: reportUnauthenticated,
    sight,
    signal: options.signal,
  });
}

const sight: Visibility = {
  isThere: () => document.visibilityState === 'visible' && navigator.onLine,
  onChange(listener, signal) {
    document.addEventListener('visibilitychange', listener, { signal });
    window.addEventListener('online', listener, { signal });
    window.addEventListener('offline', listener, { signal });
  },
};
