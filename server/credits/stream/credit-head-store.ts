import mongoose, { type Connection, type Model } from 'mongoose';
import { isDuplicatesOnly } from '#server/lib/mongo-errors.ts';

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
