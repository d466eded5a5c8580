import { mongo } from 'mongoose';
import { ZodError } from 'zod';
import { storedEvents, type CreditEventModel } from './credit-event-model.ts';
import type { CreditEvent } from '#server/credits/events.ts';
import type { StoredDocument } from './hash.ts';
import { LedgerFault } from './record.ts';
import { streamRange } from './stream-range.ts';
import { readEvent } from './upcast.ts';

const DUPLICATE_KEY = 11_000;

/** The ledger's storage: documents are appended and read, never changed. */
export interface CreditEventStore {
  /**
   * Appends events in order and answers how many were written, durably: all, or those before the first whose version
   * or key is taken. Throws on anything else, and then nothing is known.
   */
  append(events: readonly CreditEvent[]): Promise<number>;
  /** The last event of a stream. */
  head(streamId: string): Promise<CreditEvent | undefined>;
  /** The last event of one campaign in a stream. */
  lastOfCampaign(streamId: string, campaignId: string): Promise<CreditEvent | undefined>;
  /** The events under any of these keys. */
  underKeys(streamId: string, keys: readonly string[]): Promise<CreditEvent[]>;
  /**
   * Waits until an event that was read is durable. Another process may have written it this moment; asking for it to
   * be written again makes the database wait for its journal before it refuses.
   */
  confirm(event: CreditEvent): Promise<void>;
}

/**
 * The store over the `credit_events` collection. It uses the driver's own calls: through mongoose documents an append
 * would cost several times the hash and the write together.
 */
export function createCreditEventStore(model: CreditEventModel): CreditEventStore {
  const events = storedEvents(model);
  return {
    async append(batch) {
      try {
        const [first, ...others] = batch;
        // A single insert takes an eighth less time than an insert of many that has one.
        if (first !== undefined && others.length === 0) await events.insertOne(first);
        // Ordered, always: unordered could write version v+1 of a stream whose v was lost to another process.
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
    async underKeys(streamId, keys) {
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
    throw new LedgerFault(
      `${String(stored['_id'])} is not a credit event; "npm run credits -- audit" says more`,
      {
        cause: error,
      },
    );
  }
}

/**
 * How many documents an ordered insert wrote before a duplicate key; undefined for any other failure. A write that
 * was not acknowledged as durable is another failure, whatever else went wrong.
 */
function writtenBeforeDuplicate(error: unknown): number | undefined {
  if (!(error instanceof mongo.MongoServerError) || error.code !== DUPLICATE_KEY) return undefined;
  if (!(error instanceof mongo.MongoBulkWriteError)) return 0;
  if (error.result.getWriteConcernError() !== undefined) return undefined;
  return [error.writeErrors].flat()[0]?.index;
}
