import type { LiveUpdate } from '#shared/schemas/live.ts';
import type { CampaignChange } from './ports.ts';

/** News for a listener: campaigns that changed, and the balance where it may have moved. */
export interface News {
  changes: readonly CampaignChange[];
  credits?: { available: number; held: number } | undefined;
}

/**
 * What a listener has not been told yet. Of each campaign and of the balance it keeps only the latest, so that a slow
 * listener misses steps and never piles up memory.
 */
export class CoalescingQueue {
  readonly #changes = new Map<string, CampaignChange>();
  #credits: News['credits'];
  #wake: (() => void) | undefined;

  put({ changes, credits }: News): void {
    for (const change of changes) this.#changes.set(change.id, change);
    this.#credits = credits ?? this.#credits;
    this.#wake?.();
  }

  /** The same for news that may be older than what is here already. */
  putBehind({ changes, credits }: News): void {
    this.put({
      changes: changes.filter(({ id }) => !this.#changes.has(id)),
      credits: this.#credits ?? credits,
    });
  }

  /** Everything new, as soon as there is something; `undefined` once `over` ends. */
  async take(over: AbortSignal): Promise<LiveUpdate | undefined> {
    if (!over.aborted && this.#isEmpty()) await this.#filled(over);
    return over.aborted ? undefined : this.#empty();
  }

  #isEmpty(): boolean {
    return this.#changes.size === 0 && this.#credits === undefined;
  }

  #filled(over: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        over.removeEventListener('abort', wake);
        this.#wake = undefined;
        resolve();
      };
      this.#wake = wake;
      over.addEventListener('abort', wake);
    });
  }

  #empty(): LiveUpdate {
    const changes = [...this.#changes.values()];
    const credits = this.#credits;
    this.#changes.clear();
    this.#credits = undefined;
    return {
      campaigns: changes.flatMap(({ figures }) => figures ?? []),
      gone: changes.flatMap(({ id, figures }) => (figures === undefined ? [id] : [])),
      ...(credits && { credits: { balance: credits.available, held: credits.held } }),
    };
  }
}
