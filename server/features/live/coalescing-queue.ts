import type { LiveUpdate } from '#shared/schemas/live.ts';
import type { CampaignChange } from '#server/features/campaigns/api.ts';

/** Changed campaigns, and the balance where it may have changed. */
export interface ProgressUpdate {
  changes: readonly CampaignChange[];
  credits?: { available: number; held: number } | undefined;
}

/**
 * Pending updates of one listener. Keeps the latest state of each campaign and of the balance only: a slow listener
 * skips intermediate states, and memory stays bounded.
 */
export class CoalescingQueue {
  readonly #changes = new Map<string, CampaignChange>();
  #credits: ProgressUpdate['credits'];
  #wake: (() => void) | undefined;

  /** Adds an update that is newer than everything in the queue. */
  put({ changes, credits }: ProgressUpdate): void {
    for (const change of changes) this.#changes.set(change.id, change);
    this.#credits = credits ?? this.#credits;
    this.#wake?.();
  }

  /** Adds an update that may be older than what is queued; queued values win. */
  putOlder({ changes, credits }: ProgressUpdate): void {
    this.put({
      changes: changes.filter(({ id }) => !this.#changes.has(id)),
      credits: this.#credits ?? credits,
    });
  }

  /** Removes and returns everything queued, waiting for the first entry; returns `undefined` once `signal` aborts. */
  async take(signal: AbortSignal): Promise<LiveUpdate | undefined> {
    if (!signal.aborted && this.#isEmpty()) await this.#filled(signal);
    return signal.aborted ? undefined : this.#drain();
  }

  #isEmpty(): boolean {
    return this.#changes.size === 0 && this.#credits === undefined;
  }

  #filled(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        signal.removeEventListener('abort', wake);
        this.#wake = undefined;
        resolve();
      };
      this.#wake = wake;
      signal.addEventListener('abort', wake);
    });
  }

  #drain(): LiveUpdate {
    const changes = [...this.#changes.values()];
    const credits = this.#credits;
    this.#changes.clear();
    this.#credits = undefined;
    return {
      campaigns: changes.flatMap(({ stats }) => stats ?? []),
      gone: changes.flatMap(({ id, stats }) => (stats === undefined ? [id] : [])),
      ...(credits && { credits: { balance: credits.available, held: credits.held } }),
    };
  }
}
