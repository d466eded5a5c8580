import mongoose, { type Connection, type Model } from 'mongoose';
import type { CreditEvent } from '#server/credits/events.ts';
import type { StoredDocument } from './hash.ts';

export type CreditEventModel = Model<CreditEvent>;

/**
 * The `credit_events` collection. The shape of its documents is `events.ts`; mongoose holds its name and indexes.
 * `_id` is stream and version, so one index is the uniqueness of `(streamId, version)` and the order of a stream.
 * The shard key is `streamId`.
 */
export function createCreditEventModel(connection: Connection): CreditEventModel {
  const schema = new mongoose.Schema<CreditEvent>(
    { _id: { type: String, required: true } },
    { autoIndex: false, versionKey: false, strict: false },
  );
  schema.index({ streamId: 1, key: 1 }, { unique: true });
  schema.index(
    { streamId: 1, campaignId: 1, version: 1 },
    { partialFilterExpression: { campaignId: { $exists: true } } },
  );
  return connection.model<CreditEvent>('CreditEvent', schema, 'credit_events');
}

/** The fields of a stored event that are looked up; everything else is for `readEvent` to judge. */
export interface StoredEvent extends StoredDocument {
  _id: string;
  streamId: string;
  version: number;
  key: string;
  campaignId?: string;
}

/** The events as the driver sees them, without mongoose's documents around them. */
export function storedEvents(model: CreditEventModel) {
  return model.db.collection<StoredEvent>(model.collection.name);
}
