import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { trpc, type ApiUtils } from '#client/app/trpc.ts';

/** The connection opens after this long even if the browser was never idle. */
const IDLE_TIMEOUT_MS = 3_000;

let subscribers = 0;
let live = false;
let abort: AbortController | undefined;
const listeners = new Set<() => void>();

/**
 * Subscribes to live progress and returns whether it is connected: the cached campaigns and credits are then updated by
 * the server. While it is not, screens poll (`refetch-interval.ts`). All screens share one connection.
 */
export function useLive(): boolean {
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  useEffect(() => acquire(queryClient, utils), [queryClient, utils]);
  return useSyncExternalStore(subscribe, isLive, () => false);
}

function isLive(): boolean {
  return live;
}

function acquire(queryClient: QueryClient, utils: ApiUtils): () => void {
  subscribers += 1;
  if (subscribers === 1) start(queryClient, utils);
  return () => {
    subscribers -= 1;
    if (subscribers > 0) return;
    abort?.abort();
    setLive(false);
  };
}

/** Loads the code when the browser is idle. If it cannot be loaded, there is no live progress. */
function start(queryClient: QueryClient, utils: ApiUtils): void {
  const { signal } = (abort = new AbortController());
  whenIdle(() => {
    if (signal.aborted) return;
    import('./subscribe-progress.ts').then(
      ({ subscribeToProgress }) => {
        if (!signal.aborted) subscribeToProgress({ queryClient, utils, onLive: setLive, signal });
      },
      () => undefined,
    );
  });
}

/** Safari has no `requestIdleCallback`. */
function whenIdle(action: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(action, { timeout: IDLE_TIMEOUT_MS });
  else setTimeout(action, IDLE_TIMEOUT_MS);
}

function setLive(next: boolean): void {
  if (live === next) return;
  live = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
