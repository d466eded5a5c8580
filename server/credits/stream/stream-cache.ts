import type { CreditEventStore } from './credit-event-store.ts';
import type { CreditEvent, HeldLot } from '#server/credits/events.ts';
import { NO_FIGURES, type Stats } from '#server/credits/evolve.ts';
import { NO_EVENTS, type ChainEnd } from './record.ts';

/** Streams remembered at once, and campaigns remembered of one stream. */
const MAX_STREAMS = 10_000;
const MAX_HOLDS = 1_000;
/** How often a stream may move while it is read before the reader gives up. */
const MAX_READS = 20;

interface RememberedStream extends Omit<Stats, 'hold'> {
  end: ChainEnd;
  holds: Map<string, readonly HeldLot[]>;
}

const NOTHING = { end: NO_EVENTS, balance: NO_FIGURES.balance, period: NO_FIGURES.period };

/**
 * The heads of hot streams. What is remembered may be behind the database when other processes write; then the
 * unique version refuses the append, and the stream is forgotten and read again.
 */
export class StreamCache {
  readonly #streams = new Map<string, RememberedStream>();
  readonly #store: CreditEventStore;
  readonly #onRead: (head: CreditEvent) => void;

  constructor(store: CreditEventStore, onRead: (head: CreditEvent) => void) {
    this.#store = store;
    this.#onRead = onRead;
  }

  /** Makes sure that a stream's head and these campaigns' holds are known. */
  async know(streamId: string, campaignIds: Iterable<string>): Promise<void> {
    const wanted = [...campaignIds];
    this.#touch(streamId);
    for (let reads = 0; reads < MAX_READS; reads += 1) {
      const stream = this.#streams.get(streamId) ?? (await this.#readHead(streamId));
      const unknown = wanted.filter((campaignId) => !stream.holds.has(campaignId));
      if (await this.#readHolds(streamId, stream, unknown)) return;
      this.forget(streamId);
    }
    throw new Error(`Credit stream ${streamId} moved ${String(MAX_READS)} times while it was read`);
  }

  /** Where a known stream ends, and its figures for one of its known campaigns. */
  at(streamId: string, campaignId?: string): { end: ChainEnd; figures: Stats } {
    const stream = this.#streams.get(streamId);
    const hold = campaignId === undefined ? NO_FIGURES.hold : stream?.holds.get(campaignId);
    if (stream === undefined || hold === undefined) throw new Error(`Credit stream ${streamId} was not read`);
    return { end: stream.end, figures: { balance: stream.balance, period: stream.period, hold } };
  }

  /** Moves a known stream on by an event that is about to be appended. */
  advance(event: CreditEvent): void {
    const stream = this.#streams.get(event.streamId);
    if (stream === undefined) return;
    Object.assign(stream, headOf(event));
    if ('campaignId' in event) stream.holds.set(event.campaignId, event.hold);
  }

  forget(streamId: string): void {
    this.#streams.delete(streamId);
  }

  /** Forgets the streams that were used longest ago, down to the limit. */
  trim(): void {
    for (const streamId of this.#streams.keys()) {
      if (this.#streams.size <= MAX_STREAMS) return;
      this.#streams.delete(streamId);
    }
  }

  /** A Map keeps the order of its keys: the last one is the one used last. */
  #touch(streamId: string): void {
    const stream = this.#streams.get(streamId);
    this.#streams.delete(streamId);
    if (stream !== undefined && stream.holds.size <= MAX_HOLDS) this.#streams.set(streamId, stream);
  }

  async #readHead(streamId: string): Promise<RememberedStream> {
    const head = await this.#store.head(streamId);
    if (head !== undefined) this.#onRead(head);
    const stream = { ...(head === undefined ? NOTHING : headOf(head)), holds: new Map() };
    this.#streams.set(streamId, stream);
    return stream;
  }

  /** Reads holds after the head; false when one of them is newer, so that the head is old. */
  async #readHolds(streamId: string, stream: RememberedStream, campaignIds: string[]): Promise<boolean> {
    const last = await Promise.all(campaignIds.map((id) => this.#store.lastOfCampaign(streamId, id)));
    if (last.some((event) => event !== undefined && event.version > stream.end.version)) return false;
    campaignIds.forEach((campaignId, index) => {
      const event = last[index];
      stream.holds.set(campaignId, event !== undefined && 'hold' in event ? event.hold : []);
    });
    return true;
  }
}

function headOf({ version, hash, at, balance, period }: CreditEvent): Omit<RememberedStream, 'holds'> {
  return { end: { version, hash, at }, balance, period };
}
