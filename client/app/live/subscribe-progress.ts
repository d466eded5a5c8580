import type { QueryClient } from '@tanstack/react-query';
import type { ErrorCode } from '#shared/error-codes.ts';
import type { LiveUpdate } from '#shared/schemas/live.ts';
import { endsSession, reportSessionEnd } from '../session/session-end.ts';
import type { ApiUtils } from '../trpc.ts';
import { createUpdateHandler } from './apply-update.ts';
import { reconnectingEventSource, type Connect, type Visibility } from './reconnecting-event-source.ts';

const ENDPOINT = '/trpc/live.progress';

/** Keeps the cached campaigns and credits current with live progress until `signal` aborts. */
export function subscribeToProgress(options: {
  queryClient: QueryClient;
  utils: ApiUtils;
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
 * itself: tRPC's own link would add 4 KB to every first load (server/live/decisions/0001-live-progress.md).
 */
const openEventSource: Connect = ({ onOpen, onUpdate, onEnd }) => {
  const source = new EventSource(ENDPOINT);
  let inactivityTimer: ReturnType<typeof setTimeout> | undefined;
  let inactivityMs: number | undefined;
  const resetInactivityTimer = () => {
    clearTimeout(inactivityTimer);
    if (inactivityMs !== undefined) inactivityTimer = setTimeout(onEnd, inactivityMs, 'failed');
  };
  const on = (event: string, action: (data: unknown) => void) => {
    source.addEventListener(event, ({ data }: MessageEvent<string | undefined>) => {
      resetInactivityTimer();
      action(data ? JSON.parse(data) : undefined);
    });
  };

  on('connected', (data) => {
    ({ reconnectAfterInactivityMs: inactivityMs } = data as { reconnectAfterInactivityMs?: number });
    resetInactivityTimer();
    onOpen();
  });
  on('message', (data) => {
    onUpdate(data as LiveUpdate);
  });
  on('ping', () => undefined);
  on('return', () => {
    onEnd('ended');
  });
  on('serialized-error', (data) => {
    const failure = (data as { data: { appCode: ErrorCode } }).data;
    onEnd(endsSession(failure) ? 'signed out' : 'failed');
  });
  on('error', () => {
    onEnd('failed');
  });
  return () => {
    clearTimeout(inactivityTimer);
    source.close();
  };
};
