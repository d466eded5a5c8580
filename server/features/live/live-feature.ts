import { setMaxListeners } from 'node:events';
import type { Metrics } from '#server/platform/lib/observability/metrics.ts';
import { protectedProcedure, router } from '#server/platform/trpc/trpc.ts';
import { ChangeFeed, type ChangeFeedDeps } from './change-feed.ts';
import { followProgress, ConnectionLimit } from './follow-progress.ts';

/** Only visible windows hold a connection, so this is ample. */
const MAX_CONNECTIONS_PER_USER = 10;

/** Live progress of campaigns and credits over server-sent events. Owns no data. */
export function createLiveFeature({
  campaigns,
  credits,
  log,
  metrics,
}: ChangeFeedDeps & { metrics: Pick<Metrics, 'add'> }) {
  const shutdown = new AbortController();
  // Every open stream adds a listener.
  setMaxListeners(0, shutdown.signal);
  metrics.add('hark_event_streams', {}, 0);
  const deps = {
    campaigns,
    credits,
    feed: new ChangeFeed({ campaigns, credits, log }),
    connectionLimit: new ConnectionLimit(MAX_CONNECTIONS_PER_USER, (by) => {
      metrics.add('hark_event_streams', {}, by);
    }),
    shutdown: shutdown.signal,
  };
  return {
    router: router({
      progress: protectedProcedure
        .meta({ cost: 'subscription' })
        .subscription(({ ctx: { user, stillSignedIn }, signal }) =>
          heardLater(followProgress(deps, { user, stillSignedIn, disconnected: signal })),
        ),
    }),
    /** Ends every open stream, and each that opens from now on. */
    close(): void {
      shutdown.abort();
    },
  };
}

/** tRPC asks for an update while the one before is being sent, which a client can delay: until then nobody hears of its error. */
function heardLater<Updates extends AsyncGenerator>(updates: Updates): Updates {
  const next = updates.next.bind(updates);
  return Object.assign(updates, {
    next: () => {
      const update = next();
      // Rejects where it is awaited.
      update.catch(() => undefined);
      return update;
    },
  });
}
