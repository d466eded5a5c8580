import { TRPCError } from '@trpc/server';
import { RECENT_MS } from '#shared/limits.ts';
import type { LiveUpdate } from '#shared/schemas/live.ts';
import { assertStillSignedIn, type SignedInUser } from '#server/platform/trpc/context.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import { asTrpcError } from '#server/platform/trpc/trpc.ts';
import type { ChangeFeed, ProgressSources } from './change-feed.ts';
import { CoalescingQueue, type ProgressUpdate } from './coalescing-queue.ts';

/** How long a stream without updates may stay open after its session has ended elsewhere. */
const SESSION_CHECK_MS = 5_000;

export interface FollowDeps extends ProgressSources {
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
      await assertOpenStream(subscriber);
      yield update;
    }
    if (lifetime.signal.reason instanceof TRPCError) throw lifetime.signal.reason;
  } finally {
    unsubscribe();
    lifetime.dispose();
    releaseConnection();
  }
}

/** Throws UNAUTHORIZED once the session has ended, so that nothing is sent to it after that. */
async function assertOpenStream(subscriber: Subscriber): Promise<void> {
  try {
    await assertStillSignedIn(subscriber);
  } catch (error) {
    throw error instanceof AppError ? asTrpcError(error) : error;
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

interface StreamLifetimeOptions {
  /** Aborts when the client disconnects. */
  disconnected: AbortSignal | undefined;
  /** Aborts when the server shuts down. */
  shutdown: AbortSignal;
  stillSignedIn: () => Promise<boolean>;
  /** How often the session is checked, in milliseconds. */
  checkMs: number;
}

/**
 * Returns a signal that aborts when the client disconnects, the server shuts down or the session ends; in the last case
 * its reason is a `TRPCError` UNAUTHORIZED. `dispose` removes the timer and all listeners.
 */
function streamLifetime({ disconnected, shutdown, stillSignedIn, checkMs }: StreamLifetimeOptions) {
  const lifetime = new AbortController();
  const end = () => {
    lifetime.abort();
  };
  for (const signal of [disconnected, shutdown]) {
    if (signal?.aborted === true) end();
    signal?.addEventListener('abort', end);
  }
  const check = setInterval(() => {
    assertStillSignedIn({ stillSignedIn }).catch((error: unknown) => {
      // Any other error: the database does not respond; the next check tries again.
      if (error instanceof AppError && error.code === 'UNAUTHENTICATED') lifetime.abort(asTrpcError(error));
    });
  }, checkMs);
  return {
    signal: lifetime.signal,
    dispose() {
      clearInterval(check);
      for (const signal of [disconnected, shutdown]) signal?.removeEventListener('abort', end);
    },
  };
}

/** Limits the open event streams of each user in this process. */
export class ConnectionLimit {
  readonly #max: number;
  readonly #onChange: (by: 1 | -1) => void;
  readonly #open = new Map<string, number>();

  /** `onChange` is called with 1 when a connection opens and -1 when it ends. */
  constructor(max: number, onChange: (by: 1 | -1) => void) {
    this.#max = max;
    this.#onChange = onChange;
  }

  /** Reserves a connection; returns a function that releases it. Throws TOO_MANY_REQUESTS at the limit. */
  acquire(uid: string): () => void {
    const open = this.#open.get(uid) ?? 0;
    if (open >= this.#max)
      throw asTrpcError(new AppError('TOO_MANY_REQUESTS', 'Hark is open in too many windows.'));
    this.#open.set(uid, open + 1);
    this.#onChange(1);
    return () => {
      this.#onChange(-1);
      const left = (this.#open.get(uid) ?? 1) - 1;
      if (left === 0) this.#open.delete(uid);
      else this.#open.set(uid, left);
    };
  }
}
