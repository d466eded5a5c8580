import type { CreditBalance, CreditVersions } from '#server/features/credits/api.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import type { ProgressUpdate } from './coalescing-queue.ts';
import type { CampaignChange, CampaignChanges } from '#server/features/campaigns/api.ts';

/** How often changes are polled while there are listeners. */
const POLL_INTERVAL_MS = 1_000;
/**
 * A change may become visible a little after its `changedAt`, so consecutive polls overlap. Changes that were already
 * reported are recognized by their content.
 */
const OVERLAP_MS = 3_000;

type Listener = (update: ProgressUpdate) => void;

/** The listeners of one user, and the version of their credit stream at the last notification. */
interface UserListeners {
  streamId: string;
  version: number | undefined;
  listeners: Set<Listener>;
}

/** What live progress reads. */
export interface ProgressSources {
  campaigns: CampaignChanges;
  credits: CreditVersions & { balance(streamId: string): Promise<Pick<CreditBalance, 'available' | 'held'>> };
}

export interface ChangeFeedDeps extends ProgressSources {
  log: Logger;
}

/**
 * Notifies listeners of changes to their campaigns and credits, whichever process made them. One poll a second serves
 * all listeners of this process; without listeners there is none (`decisions/0001-live-progress.md`).
 */
export class ChangeFeed {
  readonly #deps: ChangeFeedDeps;
  readonly #users = new Map<string, UserListeners>();
  /** The changes of the last poll as JSON, by campaign id. */
  #reported = new Map<string, string>();
  /** When the last successful poll started, on this process's monotonic clock. */
  #lastPollAt = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: ChangeFeedDeps) {
    this.#deps = deps;
  }

  /** Calls `listener` with a user's changes from now on; returns a function that unsubscribes. */
  subscribe({ uid, streamId }: SignedInUser, listener: Listener): () => void {
    if (this.#users.size === 0) this.#lastPollAt = performance.now();
    const user = this.#users.get(uid) ?? { streamId, version: undefined, listeners: new Set() };
    this.#users.set(uid, user);
    user.listeners.add(listener);
    this.#timer ??= this.#schedulePoll();
    return () => {
      user.listeners.delete(listener);
      if (user.listeners.size === 0 && this.#users.get(uid) === user) this.#users.delete(uid);
    };
  }

  #schedulePoll(): NodeJS.Timeout {
    return setTimeout(() => void this.#poll(), POLL_INTERVAL_MS);
  }

  async #poll(): Promise<void> {
    const startedAt = performance.now();
    try {
      if (this.#users.size > 0) await this.#notifyChanges(startedAt - this.#lastPollAt + OVERLAP_MS);
      this.#lastPollAt = startedAt;
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'polling for live progress failed; the next poll covers the gap');
    }
    this.#timer = this.#users.size > 0 ? this.#schedulePoll() : undefined;
  }

  async #notifyChanges(withinMs: number): Promise<void> {
    const { campaigns, credits } = this.#deps;
    const users = [...this.#users];
    const [found, versions] = await Promise.all([
      campaigns.changedWithin(
        users.map(([uid]) => uid),
        withinMs,
      ),
      credits.versionsOf(users.map(([, { streamId }]) => streamId)),
    ]);
    const changes = found.filter((change) => this.#reported.get(change.id) !== JSON.stringify(change));
    await Promise.all(
      users.map(([uid, user]) =>
        this.#notify(user, {
          changes: changes.filter(({ userId }) => userId === uid),
          version: versions.get(user.streamId),
        }),
      ),
    );
    this.#reported = new Map(found.map((change) => [change.id, JSON.stringify(change)]));
  }

  /** Sends campaign changes together with the balance, so that both move at the same time on screen. */
  async #notify(
    user: UserListeners,
    { changes, version }: { changes: CampaignChange[]; version: number | undefined },
  ): Promise<void> {
    if (changes.length === 0 && version === user.version) return;
    const credits = await this.#deps.credits.balance(user.streamId);
    user.version = version;
    for (const listener of user.listeners) listener({ changes, credits });
  }
}
