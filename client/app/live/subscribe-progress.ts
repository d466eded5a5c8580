import type { QueryClient } from '@tanstack/react-query';
import { parseJson, type Guard } from '../guards.ts';
import { endsSession, reportSessionEnd } from '../session/session-end.ts';
import type { ApiUtils } from '../trpc.ts';
import { createUpdateHandler } from './apply-update.ts';
import { isConnected, isLiveUpdate, isStreamError } from './live-events.ts';
import { reconnectingEventSource, type Connect, type Visibility } from './reconnecting-event-source.ts';

const ENDPOINT = '/trpc/live.progress';

/** Keeps the cached campaigns and credits current with live progress until `signal` aborts. */
export function subscribeToProgress(options: {
  queryClient: QueryClient;
  utils: Pick<ApiUtils, 'campaigns' | 'credits'>;
  /** Called with `true` when updates start to arrive and `false` when they stop. */
  onLive: (live: boolean) => void;
  signal: AbortSignal;
}): void {
  const { apply, refetchAll } = createUpdateHandler(options.queryClient, options.utils);
  reconnectingEventSource({
    connect: openEventSource,
    onLive: options.onLive,
    onUpdate: apply,
    onMissed: refetchAll,
    onSignedOut: reportSessionEnd,
    visibility,
    signal: options.signal,
  });
}

const visibility: Visibility = {
  isActive: () => document.visibilityState === 'visible' && navigator.onLine,
  onChange(listener, signal) {
    document.addEventListener('visibilitychange', listener, { signal });
    window.addEventListener('online', listener, { signal });
    window.addEventListener('offline', listener, { signal });
  },
};

/**
 * Opens one EventSource, authenticated by the session cookie; it never reconnects. It parses the tRPC subscription
 * itself: tRPC's own link would add 3 KB to every first load and check nothing. An event that is not what it should be,
 * for example after a deployment, ends the connection, and the screens poll.
 */
const openEventSource: Connect = ({ onOpen, onUpdate, onEnd }) => {
  const source = new EventSource(ENDPOINT);
  let inactivityTimer: ReturnType<typeof setTimeout> | undefined;
  let inactivityMs: number | undefined;
  const resetInactivityTimer = () => {
    clearTimeout(inactivityTimer);
    if (inactivityMs !== undefined) inactivityTimer = setTimeout(onEnd, inactivityMs, 'failed');
  };
  const on = <Data>(event: string, guard: Guard<Data>, action: (data: Data) => void) => {
    source.addEventListener(event, ({ data: json }: MessageEvent<string>) => {
      resetInactivityTimer();
      const data = parseJson(json, guard);
      if (data === undefined) onEnd('failed');
      else action(data);
    });
  };
  on('connected', isConnected, ({ reconnectAfterInactivityMs }) => {
    inactivityMs = reconnectAfterInactivityMs;
    resetInactivityTimer();
    onOpen();
  });
  on('message', isLiveUpdate, onUpdate);
  on('serialized-error', isStreamError, ({ data }) => {
    onEnd(endsSession(data) ? 'signed out' : 'failed');
  });
  source.addEventListener('ping', resetInactivityTimer);
  source.addEventListener('return', () => {
    onEnd('ended');
  });
  source.addEventListener('error', () => {
    onEnd('failed');
  });
  return () => {
    clearTimeout(inactivityTimer);
    source.close();
  };
};
