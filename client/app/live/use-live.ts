import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { trpc } from '#client/app/trpc.ts';

/** After this long without an idle moment the line is opened all the same. */
const IDLE_MS = 3_000;

export type ApiUtils = ReturnType<typeof trpc.useUtils>;

let wanting = 0;
let live = false;
let ending: AbortController | undefined;
const listeners = new Set<() => void>();

/**
 * Asks for live progress and answers whether it is here: figures and credits then come by themselves into what was read
 * of them. While it is not, screens ask again at their own pace (`refetch-pace.ts`). All screens share one line.
 */
export function useLive(): boolean {
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  useEffect(() => want(queryClient, utils), [queryClient, utils]);
  return useSyncExternalStore(subscribe, () => live);
}

function want(queryClient: QueryClient, utils: ApiUtils): () => void {
  wanting += 1;
  if (wanting === 1) begin(queryClient, utils);
  return () => {
    wanting -= 1;
    if (wanting > 0) return;
    ending?.abort();
    setLive(false);
  };
}

/** The code for it comes when the page has nothing else to do; where it cannot be had, there is no live progress. */
function begin(queryClient: QueryClient, utils: ApiUtils): void {
  const { signal } = (ending = new AbortController());
  whenIdle(() => {
    if (signal.aborted) return;
    import('./subscribe-progress.ts').then(
      ({ subscribeToProgress: followProgress }) => {
        if (!signal.aborted) followProgress({ queryClient, utils, onLive: setLive, signal });
      },
      () => undefined,
    );
  });
}

/** Safari has no `requestIdleCallback`. */
function whenIdle(action: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(action, { timeout: IDLE_MS });
  else setTimeout(action, IDLE_MS);
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
