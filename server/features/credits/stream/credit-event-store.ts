import mongoose, { mongo, type Connection, type Model } from 'mongoose';
import { ZodError } from 'zod';
import { readEvent, type CreditEvent, eventId } from '#server/features/credits/events.ts';
import { isDuplicateKey } from '#server/platform/lib/mongodb/mongo-errors.ts';
import type { StoredDocument } from './hash.ts';
import { LedgerIntegrityError } from './record.ts';

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

/** Events of a stream read at a time: without a limit the driver holds 16 MB of them, several times that as objects. */
export const EVENTS_AT_A_TIME = 1_000;

/** The ledger's storage: events are appended and read, never changed. */
export interface CreditEventStore {
  /**
   * Appends events in order. Returns the number of events written durably: all, or those before the first whose version or
   * key is taken. After any other error, which it throws, the outcome is unknown.
   */
  append(events: readonly CreditEvent[]): Promise<number>;
  /** Returns the last event of a stream. */
  head(streamId: string): Promise<CreditEvent | undefined>;
  /** Returns the last event of one campaign in a stream. */
  lastOfCampaign(streamId: string, campaignId: string): Promise<CreditEvent | undefined>;
  /** Returns the events with any of these keys. */
  findByKeys(streamId: string, keys: readonly string[]): Promise<CreditEvent[]>;
  /**
   * Waits until an event that was read is durable. Inserting it again makes the database wait for its journal before it
   * reports the duplicate.
   */
  confirm(event: CreditEvent): Promise<void>;
}

/**
 * Creates the store of the `credit_events` collection. It uses the driver directly: an append through mongoose documents
 * costs several times as much as the hash and the write together.
 */
export function createCreditEventStore(model: CreditEventModel): CreditEventStore {
  const events = storedEvents(model);
  return {
    async append(batch) {
      try {
        const [first, ...others] = batch;
        // For a single event `insertOne` takes an eighth less time than `insertMany`.
        if (first !== undefined && others.length === 0) await events.insertOne(first);
        // Ordered: unordered could write version v+1 of a stream whose version v another process has taken.
        else await events.insertMany([...batch], { ordered: true });
        return batch.length;
      } catch (error) {
        const written = writtenBeforeDuplicate(error);
        if (written === undefined) throw error;
        return written;
      }
    },
    async head(streamId) {
      const [last] = await events
        .find(streamRange(streamId))
        .hint({ _id: 1 })
        .sort({ _id: -1 })
        .limit(1)
        .toArray();
      return read(last);
    },
    async lastOfCampaign(streamId, campaignId) {
      const [last] = await events.find({ streamId, campaignId }).sort({ version: -1 }).limit(1).toArray();
      return read(last);
    },
    async findByKeys(streamId, keys) {
      const found = await events.find({ streamId, key: { $in: [...keys] } }).toArray();
      return found.map((event) => read(event));
    },
    async confirm(event) {
      await this.append([event]);
    },
  };
}

function read(stored: StoredDocument): CreditEvent;
function read(stored: StoredDocument | undefined): CreditEvent | undefined;
function read(stored: StoredDocument | undefined): CreditEvent | undefined {
  if (stored === undefined) return undefined;
  try {
    return readEvent(stored);
  } catch (error) {
    if (!(error instanceof ZodError)) throw error;
    throw new LedgerIntegrityError(
      `${String(stored['_id'])} is not a credit event; run "npm run credits -- audit" for details`,
      {
        cause: error,
      },
    );
  }
}

/**
 * Returns the number of documents that an ordered insert wrote before a duplicate key, or undefined for any other failure,
 * including a failed write concern beside the duplicate.
 */
function writtenBeforeDuplicate(error: unknown): number | undefined {
  if (!isDuplicateKey(error)) return undefined;
  if (!(error instanceof mongo.MongoBulkWriteError)) return 0;
  if (error.result.getWriteConcernError() !== undefined) return undefined;
  return [error.writeErrors].flat()[0]?.index;
}
