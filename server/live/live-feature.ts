import { setMaxListeners } from 'node:events';
import type { Logger } from '#server/lib/log.ts';
import { protectedProcedure, router } from '#server/trpc/trpc.ts';
import { ChangeFeed } from './change-feed.ts';
import { followProgress } from './follow-progress.ts';
import type { CampaignChanges, CreditStats } from './ports.ts';
import { ConnectionLimit } from './connection-limit.ts';

/** Only windows in sight hold a line, so that this is plenty. */
const MAX_LINES = 10;

export interface LiveDeps {
  campaigns: CampaignChanges;
  credits: CreditStats;
  log: Logger;
}

/** Live progress: figures and credits as they move, over server-sent events. It owns no data. */
export function createLiveFeature({ campaigns, credits, log }: LiveDeps) {
  const closing = new AbortController();
  // Every line waits for it.
  setMaxListeners(0, closing.signal);
  const deps = {
    campaigns,
    credits,
    feed: new ChangeFeed({ campaigns, credits, log }),
    seats: new ConnectionLimit(MAX_LINES),
    closing: closing.signal,
  };
  return {
    router: router({
      progress: protectedProcedure.subscription(({ ctx: { user, stillSignedIn }, signal }) =>
        followProgress(deps, { user, stillSignedIn, gone: signal }),
      ),
    }),
    /** Ends every line, and each that is opened from now on. */
    close(): void {
      closing.abort();
    },
  };
}
