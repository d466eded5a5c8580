import mongoose, { type Connection, type Model } from 'mongoose';
import { eventId, type CreditEvent } from '#server/credits/events.ts';
import type { StoredDocument } from './hash.ts';

export type CreditEventModel = Model<CreditEvent>;

/**
 * The `credit_events` collection. `events.ts` defines its documents; mongoose holds the name and the indexes.
 * `_id` is stream and version: one index gives unique versions and the order of a stream. The shard key is `streamId`.
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

/** The queried fields of a stored event; `readEvent` validates the whole document. */
export interface StoredEvent extends StoredDocument {
  _id: string;
  streamId: string;
  version: number;
  key: string;
  campaignId?: string;
}

/** Returns the driver's collection, which reads and writes plain documents without mongoose. */
export function storedEvents(model: CreditEventModel) {
  return model.db.collection<StoredEvent>(model.collection.name);
}

/** The character after the ":" between stream and version in an event's `_id`. */
const AFTER_COLON = ';';

/** Returns the filter for all events of a stream, or those after a version. `streamId` routes it to one shard. */
export function streamRange(streamId: string, afterVersion = 0) {
  return { streamId, _id: idRange(streamId, afterVersion) };
}

/** Returns the `_id` range of a stream's events after a version, independent of their other fields. */
export function idRange(streamId: string, afterVersion = 0) {
  return { $gt: eventId(streamId, afterVersion), $lt: `${streamId}${AFTER_COLON}` };
}
