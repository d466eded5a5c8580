import { TRPCError } from '@trpc/server';
import { RECENT_MS } from '#shared/live-progress.ts';
import type { LiveUpdate } from '#shared/schemas/live.ts';
import type { SignedInUser } from '#server/trpc/context.ts';
import type { ChangeFeed } from './change-feed.ts';
import { streamLifetime } from './stream-lifetime.ts';
import { CoalescingQueue, type News } from './coalescing-queue.ts';
import type { CampaignChanges, CreditStats } from './ports.ts';
import type { ConnectionLimit } from './connection-limit.ts';

/** Whoever signs out elsewhere is told nothing more after this long. */
const SESSION_CHECK_MS = 5_000;

export interface FollowDeps {
  campaigns: CampaignChanges;
  credits: CreditStats;
  feed: ChangeFeed;
  seats: ConnectionLimit;
  closing: AbortSignal;
}

/** Who follows, and how one knows that they still do. */
export interface Follower {
  user: SignedInUser;
  gone: AbortSignal | undefined;
  stillSignedIn: () => Promise<boolean>;
}

/**
 * Yields what changes of a user's campaigns and credits, beginning with the balance and what changed in the last minute,
 * until the caller has gone or Hark stops. Throws UNAUTHORIZED when the session is over, TOO_MANY_REQUESTS where the
 * user has too many lines open.
 */
export async function* followProgress(
  deps: FollowDeps,
  follower: Follower,
): AsyncGenerator<LiveUpdate, void> {
  const { user } = follower;
  const leaveSeat = deps.seats.take(user.uid);
  const over = streamLifetime({ ...follower, closing: deps.closing, checkMs: SESSION_CHECK_MS });
  const mailbox = new CoalescingQueue();
  const leaveFeed = deps.feed.join(user, (news) => {
    mailbox.put(news);
  });
  // A caller who reads no more never comes back to `finally` below.
  over.signal.addEventListener('abort', leaveFeed);
  try {
    mailbox.putBehind(await recentNews(deps, user));
    for (;;) {
      const update = await mailbox.take(over.signal);
      if (update === undefined) break;
      yield update;
    }
    if (over.signal.reason instanceof TRPCError) throw over.signal.reason;
  } finally {
    leaveFeed();
    over.dispose();
    leaveSeat();
  }
}

async function recentNews({ campaigns, credits }: FollowDeps, user: SignedInUser): Promise<News> {
  const [changes, balance] = await Promise.all([
    campaigns.changedWithin([user.uid], RECENT_MS),
    credits.balance(user.streamId),
  ]);
  return { changes, credits: balance };
}
