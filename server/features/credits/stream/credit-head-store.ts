import mongoose, { type Connection, type Model } from 'mongoose';
import { isDuplicatesOnly } from '#server/platform/lib/mongodb/mongo-errors.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import type { CreditEvent } from '#server/features/credits/events.ts';

/** The last known event of a stream. */
export interface CreditHead {
  /** The stream's id. */
  _id: string;
  version: number;
  hash: string;
}

export type CreditHeadModel = Model<CreditHead>;

/** The `credit_heads` collection: a checkpoint of the head of each stream (`../decisions/0001-ledger.md`). */
export function createCreditHeadModel(connection: Connection): CreditHeadModel {
  const schema = new mongoose.Schema<CreditHead>(
    {
      _id: { type: String, required: true },
      version: { type: Number, required: true },
      hash: { type: String, required: true },
    },
    { autoIndex: false, versionKey: false },
  );
  return connection.model<CreditHead>('CreditHead', schema, 'credit_heads');
}

/** The checkpointed heads, which are at most a moment behind the events. */
export interface CreditHeadStore {
  /** Saves heads; one that is older than the stored head changes nothing. */
  save(heads: readonly CreditHead[]): Promise<void>;
  /** Returns the head versions of these streams by one query; streams without a head are left out. */
  versionsOf(streamIds: readonly string[]): Promise<Map<string, number>>;
}

/** Creates the store of the `credit_heads` collection. */
export function createCreditHeadStore(model: CreditHeadModel): CreditHeadStore {
  return {
    async save(heads) {
      try {
        await model.bulkWrite(heads.map(upsertIfNewer), { ordered: false });
      } catch (error) {
        if (!isDuplicatesOnly(error)) throw error;
      }
    },
    async versionsOf(streamIds) {
      const heads = await model
        .find({ _id: { $in: [...streamIds] } }, { version: 1 })
        .lean<Pick<CreditHead, '_id' | 'version'>[]>()
        .exec();
      return new Map(heads.map(({ _id, version }) => [_id, version]));
    },
  };
}

/** If another process has saved a newer head, the upsert fails on the duplicate `_id` and changes nothing. */
function upsertIfNewer({ _id, version, hash }: CreditHead) {
  return {
    updateOne: {
      filter: { _id, version: { $lt: version } },
      update: { $set: { version, hash } },
      upsert: true,
    },
  };
}

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
