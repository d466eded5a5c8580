import { mongo } from 'mongoose';
import type { Logger } from '#server/log.ts';
import type { CreditHeadModel } from './credit-head-model.ts';
import type { CreditEvent } from './events.ts';

/** Heads are noted this long after the first event that has not been. */
const DELAY_MS = 100;
const DUPLICATE_KEY = 11_000;

/**
 * Notes where each stream ends, a moment after the event and never before it: a stream that ends before its noted
 * head has lost events, which no hash chain can tell. It costs one write for all streams that moved meanwhile, and no
 * caller waits for it.
 */
export class HeadWitness {
  readonly #model: CreditHeadModel;
  readonly #log: Logger;
  #heads = new Map<string, CreditEvent>();
  #timer: NodeJS.Timeout | undefined;

  constructor(model: CreditHeadModel, log: Logger) {
    this.#model = model;
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
      await this.#model.bulkWrite(heads.map(noteIfNewer), { ordered: false });
    } catch (error) {
      if (!isOnlyOlder(error)) this.#log.warn({ err: error }, 'credit heads were not noted');
    }
  }
}

/** Where another process noted a newer head, the upsert runs into the stream's `_id` and changes nothing. */
function noteIfNewer({ streamId, version, hash }: CreditEvent) {
  return {
    updateOne: {
      filter: { _id: streamId, version: { $lt: version } },
      update: { $set: { version, hash } },
      upsert: true,
    },
  };
}

function isOnlyOlder(error: unknown): boolean {
  if (!(error instanceof mongo.MongoBulkWriteError)) return false;
  return [error.writeErrors].flat().every(({ code }) => code === DUPLICATE_KEY);
}
