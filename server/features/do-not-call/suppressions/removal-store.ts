import { Schema, type Connection, type Model } from 'mongoose';
import type { LastRow } from '#shared/schemas/list-cursor.ts';
import type { SuppressionRecord } from './suppression-model.ts';

/** The removal of a number from a do-not-call list. */
export interface RemovalRecord {
  /** The id of the entry that was removed and a time, so that a repeated removal is recorded once. */
  _id: string;
  userId: string;
  phone: string;
  /** Of the removed entry. */
  source: SuppressionRecord['source'];
  campaignName?: string | undefined;
  addedAt: Date;
  /** When, from where and why it was removed. */
  at: Date;
  viaApiKey: boolean;
  network: string;
  reason?: string | undefined;
}

export type RemovalModel = Model<RemovalRecord>;

const schema = new Schema<RemovalRecord>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    phone: { type: String, required: true },
    source: { type: String, required: true },
    campaignName: String,
    addedAt: { type: Date, required: true },
    at: { type: Date, required: true },
    viaApiKey: { type: Boolean, required: true },
    network: { type: String, required: true },
    reason: String,
  },
  { autoIndex: false, versionKey: false, collection: 'suppression_removals' },
);

// Covers paging of the removals of a user.
schema.index({ userId: 1, at: -1, _id: 1 });

/** The `suppression_removals` collection. */
export function createRemovalModel(connection: Connection): RemovalModel {
  return connection.model<RemovalRecord>('SuppressionRemoval', schema);
}

/** Removals from users' do-not-call lists, kept as evidence. Every query is restricted to one user. */
export class RemovalStore {
  readonly #model: RemovalModel;

  constructor(model: RemovalModel) {
    this.#model = model;
  }

  /** Records a removal; of one that is recorded already only the time changes, as it was not done then. */
  async record({ _id, at, ...removal }: RemovalRecord): Promise<void> {
    await this.#model.updateOne({ _id }, { $max: { at }, $setOnInsert: removal }, { upsert: true });
  }

  /** Returns removals of a user at or after `from`, oldest first. */
  since(userId: string, from: Date, limit: number): Promise<RemovalRecord[]> {
    return this.#model
      .find({ userId, at: { $gte: from } })
      .sort({ at: 1, _id: -1 })
      .limit(limit)
      .lean<RemovalRecord[]>();
  }

  /** Returns removals of a user, latest first. */
  page(userId: string, { after, limit }: { after?: LastRow | undefined; limit: number }) {
    const rest = after && {
      $or: [{ at: { $lt: after.at } }, { at: after.at, _id: { $gt: after.key } }],
    };
    return this.#model
      .find({ userId, ...rest })
      .sort({ at: -1, _id: 1 })
      .limit(limit)
      .lean<RemovalRecord[]>();
  }

  /** Erases the removals of a user. */
  async erase(userId: string): Promise<void> {
    await this.#model.deleteMany({ userId });
  }
}
