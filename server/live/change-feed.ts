import type { Logger } from '#server/lib/log.ts';
import type { SignedInUser } from '#server/trpc/context.ts';
import type { News } from './coalescing-queue.ts';
import type { CampaignChange, CampaignChanges, CreditStats } from './ports.ts';

/** How often changes are looked for while anybody listens. */
const LOOK_MS = 1_000;
/**
 * A change may become visible a little after the time it carries. Looks overlap by more than that; what was told
 * already is known by its contents.
 */
const OVERLAP_MS = 3_000;

type Listener = (news: News) => void;

/** The listeners of one user, and how far their credit stream was when they were told last. */
interface Audience {
  streamId: string;
  version: number | undefined;
  listeners: Set<Listener>;
}

interface ChangeFeedDeps {
  campaigns: CampaignChanges;
  credits: CreditStats;
  log: Logger;
}

/**
 * Tells listeners what changes of their campaigns and credits, whichever process changes it: one look a second for all
 * listeners of this process together, and none while nobody listens (scripts/decisions, "live progress").
 */
export class ChangeFeed {
  readonly #deps: ChangeFeedDeps;
  readonly #audiences = new Map<string, Audience>();
  /** What the last look found, by campaign. */
  #told = new Map<string, string>();
  /** When the last look that succeeded was begun, on this process's own clock. */
  #lookedAt = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: ChangeFeedDeps) {
    this.#deps = deps;
  }

  /** Listens for a user's changes from now on; answers how to stop that. */
  join({ uid, streamId }: SignedInUser, listener: Listener): () => void {
    if (this.#audiences.size === 0) this.#lookedAt = performance.now();
    const audience = this.#audiences.get(uid) ?? { streamId, version: undefined, listeners: new Set() };
    this.#audiences.set(uid, audience);
    audience.listeners.add(listener);
    this.#timer ??= this.#lookLater();
    return () => {
      audience.listeners.delete(listener);
      if (audience.listeners.size === 0 && this.#audiences.get(uid) === audience) this.#audiences.delete(uid);
    };
  }

  #lookLater(): NodeJS.Timeout {
    return setTimeout(() => void this.#look(), LOOK_MS);
  }

  async #look(): Promise<void> {
    const began = performance.now();
    try {
      if (this.#audiences.size > 0) await this.#tellChanges(began - this.#lookedAt + OVERLAP_MS);
      this.#lookedAt = began;
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'live progress is interrupted; the next look goes further back');
    }
    this.#timer = this.#audiences.size > 0 ? this.#lookLater() : undefined;
  }

  async #tellChanges(withinMs: number): Promise<void> {
    const { campaigns, credits } = this.#deps;
    const audiences = [...this.#audiences];
    const [found, versions] = await Promise.all([
      campaigns.changedWithin(
        audiences.map(([uid]) => uid),
        withinMs,
      ),
      credits.versionsOf(audiences.map(([, { streamId }]) => streamId)),
    ]);
    const changes = found.filter((change) => this.#told.get(change.id) !== JSON.stringify(change));
    await Promise.all(
      audiences.map(([uid, audience]) =>
        this.#tell(audience, {
          changes: changes.filter(({ userId }) => userId === uid),
          version: versions.get(audience.streamId),
        }),
      ),
    );
    this.#told = new Map(found.map((change) => [change.id, JSON.stringify(change)]));
  }

  /** A campaign's change comes with the balance, or figures and credits would move one after the other. */
  async #tell(
    audience: Audience,
    { changes, version }: { changes: CampaignChange[]; version: number | undefined },
  ): Promise<void> {
    if (changes.length === 0 && version === audience.version) return;
    const credits = await this.#deps.credits.balance(audience.streamId);
    audience.version = version;
    for (const listener of audience.listeners) listener({ changes, credits });
  }
}
