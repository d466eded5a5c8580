import type { Logger } from '#server/lib/log.ts';
import type { CreditHeadStore } from './credit-head-store.ts';
import type { CreditEvent } from '#server/credits/events.ts';

/** Heads are noted this long after the first event that has not been. */
const DELAY_MS = 100;

/**
 * Notes where each stream ends, a moment after the event and never before it: a stream that ends before its noted
 * head has lost events, which no hash chain can tell. It costs one write for all streams that moved meanwhile, and no
 * caller waits for it.
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

  /** Remembers a durable event to be noted. */
  see(event: CreditEvent): void {
    this.#heads.set(event.streamId, event);
    this.#timer ??= setTimeout(() => void this.flush(), DELAY_MS).unref();
  }

  /** Notes what was seen. A failure is logged and made good by the stream's next event. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const heads = [...this.#heads.values()];
    this.#heads = new Map();
    if (heads.length === 0) return;
    try {
      await this.#store.note(heads.map(({ streamId, version, hash }) => ({ _id: streamId, version, hash })));
    } catch (error) {
      this.#log.warn({ err: error }, 'credit heads were not noted');
    }
  }
}
