import { LRUCache } from 'lru-cache';
import type { CreditEventStore } from './credit-event-store.ts';
import type { CreditEvent } from '#server/features/credits/events.ts';
import type { HeldLot } from '#server/features/credits/held-lot.ts';
import { INITIAL_STATE, type StreamState } from '#server/features/credits/evolve.ts';
import { EMPTY_HEAD, type StreamHead } from './record.ts';

/** Limits of cached streams, far above those of one batch, and of cached campaigns per stream. */
const MAX_STREAMS = 10_000;
const MAX_HOLDS = 1_000;
/** How often a stream may advance while it is read before `load` fails. */
const MAX_READS = 20;

interface CachedStream extends Omit<StreamState, 'hold'> {
  head: StreamHead;
  holds: Map<string, readonly HeldLot[]>;
}

const EMPTY_STREAM = { head: EMPTY_HEAD, balance: INITIAL_STATE.balance, period: INITIAL_STATE.period };

/**
 * Caches the heads of the most recently used streams. When another process has written, the unique version makes the
 * append fail, and the stream is evicted and read again.
 */
export class StreamCache {
  readonly #streams = new LRUCache<string, CachedStream>({ max: MAX_STREAMS });
  readonly #store: CreditEventStore;
  readonly #onRead: (head: CreditEvent) => void;

  constructor(store: CreditEventStore, onRead: (head: CreditEvent) => void) {
    this.#store = store;
    this.#onRead = onRead;
  }

  /**
   * Loads a stream's head and the holds of these campaigns, as far as they are not cached. Returns what caches them again:
   * other batches may push them out before the batch of the stream is decided.
   */
  async load(streamId: string, campaignIds: Iterable<string>): Promise<() => void> {
    const requested = [...campaignIds];
    if ((this.#streams.get(streamId)?.holds.size ?? 0) > MAX_HOLDS) this.evict(streamId);
    for (let reads = 0; reads < MAX_READS; reads += 1) {
      const stream = this.#streams.get(streamId) ?? (await this.#readHead(streamId));
      const missing = requested.filter((campaignId) => !stream.holds.has(campaignId));
      if (await this.#readHolds(streamId, stream, missing)) return () => this.#streams.set(streamId, stream);
      this.evict(streamId);
    }
    throw new Error(`Credit stream ${streamId} advanced ${String(MAX_READS)} times while it was read`);
  }

  /** Returns a loaded stream's head, and its state for one of its loaded campaigns. */
  get(streamId: string, campaignId?: string): { head: StreamHead; state: StreamState } {
    const stream = this.#streams.get(streamId);
    const hold = campaignId === undefined ? INITIAL_STATE.hold : stream?.holds.get(campaignId);
    if (stream === undefined || hold === undefined) throw new Error(`Credit stream ${streamId} was not read`);
    return { head: stream.head, state: { balance: stream.balance, period: stream.period, hold } };
  }

  /** Advances a cached stream by an event that is about to be appended. */
  advance(event: CreditEvent): void {
    const stream = this.#streams.get(event.streamId);
    if (stream === undefined) return;
    Object.assign(stream, headOf(event));
    if ('campaignId' in event) stream.holds.set(event.campaignId, event.hold);
  }

  evict(streamId: string): void {
    this.#streams.delete(streamId);
  }

  async #readHead(streamId: string): Promise<CachedStream> {
    const head = await this.#store.head(streamId);
    if (head !== undefined) this.#onRead(head);
    const stream = { ...(head === undefined ? EMPTY_STREAM : headOf(head)), holds: new Map() };
    this.#streams.set(streamId, stream);
    return stream;
  }

  /** Reads holds after the head. Returns false if one of them is newer, so that the head is stale. */
  async #readHolds(streamId: string, stream: CachedStream, campaignIds: string[]): Promise<boolean> {
    const last = await Promise.all(campaignIds.map((id) => this.#store.lastOfCampaign(streamId, id)));
    if (last.some((event) => event !== undefined && event.version > stream.head.version)) return false;
    campaignIds.forEach((campaignId, index) => {
      const event = last[index];
      stream.holds.set(campaignId, event !== undefined && 'hold' in event ? event.hold : []);
    });
    return true;
  }
}

function headOf({ version, hash, at, balance, period }: CreditEvent): Omit<CachedStream, 'holds'> {
  return { head: { version, hash, at }, balance, period };
}
