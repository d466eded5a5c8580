import { TRPCError } from '@trpc/server';
import { RECENT_MS } from '#shared/live-progress.ts';
import type { LiveUpdate } from '#shared/schemas/live.ts';
import type { SignedInUser } from '#server/trpc/context.ts';
import type { ChangeFeed } from './change-feed.ts';
import { streamLifetime } from './stream-lifetime.ts';
import { CoalescingQueue, type ProgressUpdate } from './coalescing-queue.ts';
import type { CampaignChanges, CreditStats } from './ports.ts';
import type { ConnectionLimit } from './connection-limit.ts';

/** How long a stream may outlive a session that ended elsewhere. */
const SESSION_CHECK_MS = 5_000;

export interface FollowDeps {
  campaigns: CampaignChanges;
  credits: CreditStats;
  feed: ChangeFeed;
  connectionLimit: ConnectionLimit;
  /** Aborts when the server shuts down. */
  shutdown: AbortSignal;
}

/** The user of a stream and the state of their connection and session. */
export interface Subscriber {
  user: SignedInUser;
  /** Aborts when the client disconnects. */
  disconnected: AbortSignal | undefined;
  stillSignedIn: () => Promise<boolean>;
}

/**
 * Yields the balance and the changes of the last minute, then every change of a user's campaigns and credits until the
 * client disconnects or the server stops. Throws UNAUTHORIZED when the session ends, TOO_MANY_REQUESTS at the limit.
 */
export async function* followProgress(
  deps: FollowDeps,
  subscriber: Subscriber,
): AsyncGenerator<LiveUpdate, void> {
  const { user } = subscriber;
  const releaseConnection = deps.connectionLimit.acquire(user.uid);
  const lifetime = streamLifetime({ ...subscriber, shutdown: deps.shutdown, checkMs: SESSION_CHECK_MS });
  const queue = new CoalescingQueue();
  const unsubscribe = deps.feed.subscribe(user, (update) => {
    queue.put(update);
  });
  // A client that stops reading never resumes this generator, so `finally` below would not run.
  lifetime.signal.addEventListener('abort', unsubscribe);
  try {
    queue.putOlder(await recentChanges(deps, user));
    for (;;) {
      const update = await queue.take(lifetime.signal);
      if (update === undefined) break;
      yield update;
    }
    if (lifetime.signal.reason instanceof TRPCError) throw lifetime.signal.reason;
  } finally {
    unsubscribe();
    lifetime.dispose();
    releaseConnection();
  }
}

async function recentChanges(
  { campaigns, credits }: FollowDeps,
  user: SignedInUser,
): Promise<ProgressUpdate> {
  const [changes, balance] = await Promise.all([
    campaigns.changedWithin([user.uid], RECENT_MS),
    credits.balance(user.streamId),
  ]);
  return { changes, credits: balance };
}
