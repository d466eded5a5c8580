import { mongo } from 'mongoose';
import { ZodError } from 'zod';
import { storedEvents, streamRange, type CreditEventModel } from './credit-event-model.ts';
import type { CreditEvent } from '#server/credits/events.ts';
import { isDuplicateKey } from '#server/lib/mongo-errors.ts';
import type { StoredDocument } from './hash.ts';
import { LedgerIntegrityError } from './record.ts';
import { readEvent } from './upcast.ts';

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
