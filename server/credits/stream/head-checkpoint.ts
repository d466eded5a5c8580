import type { Logger } from '#server/lib/log.ts';
import type { CreditHeadStore } from './credit-head-store.ts';
import type { CreditEvent } from '#server/credits/events.ts';

/** Delay between the first unsaved event and the write. */
const FLUSH_DELAY_MS = 100;

/**
 * Saves the head of each stream shortly after its events, never before. A stream that ends before its checkpoint has lost
 * events, which the hash chain cannot show. Heads are written in batches, and no caller waits for them.
 */
export class HeadCheckpoint {
  readonly #store: CreditHeadStore;
  readonly #log: Logger;
  #heads = new Map<string, CreditEvent>();
  #timer: NodeJS.Timeout | undefined;

  constructor(store: CreditHeadStore, log: Logger) {
    this.#store = store;
    this.#log = log;
  }

  /** Schedules the save of a durable event as its stream's head. */
  add(event: CreditEvent): void {
    this.#heads.set(event.streamId, event);
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_DELAY_MS).unref();
  }

  /** Saves the scheduled heads. A failure is logged; the stream's next event makes up for it. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const heads = [...this.#heads.values()];
    this.#heads = new Map();
    if (heads.length === 0) return;
    try {
      await this.#store.save(heads.map(({ streamId, version, hash }) => ({ _id: streamId, version, hash })));
    } catch (error) {
      this.#log.warn({ err: error }, 'credit heads were not saved');
    }
  }
}
