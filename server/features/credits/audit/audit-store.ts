import {
  EVENTS_AT_A_TIME,
  idRange,
  storedEvents,
  type CreditEventModel,
} from '../stream/credit-event-store.ts';
import { batchesOf } from '#server/platform/lib/mongodb/cursor-batches.ts';
import type { CreditHeadModel } from '../stream/credit-head-store.ts';
import type { StoredDocument } from '../stream/hash.ts';
import type { AuditStore } from './audit.ts';

/** Creates the audit's access to the ledger: the stored documents and the head checkpoints. */
export function createAuditStore(events: CreditEventModel, heads: CreditHeadModel): AuditStore {
  return {
    async *streams(from = '') {
      let next = await firstStream(events, heads, { $gte: from });
      for (; next !== undefined; next = await firstStream(events, heads, { $gt: next })) yield next;
    },
    async open(streamId) {
      const checkpoint = (await heads.findById(streamId).lean()) ?? undefined;
      return { checkpoint, batches: storedBatches(events, streamId) };
    },
    async find(streamId, keys) {
      const collection = storedEvents(events);
      const found: StoredDocument[] = await collection.find({ streamId, key: { $in: [...keys] } }).toArray();
      const missing = keys.filter((key) => !found.some((document) => document['key'] === key));
      if (missing.length === 0) return found;
      // An event whose `streamId` was altered still has its place in the stream.
      const altered = { _id: idRange(streamId), streamId: { $ne: streamId }, key: { $in: missing } };
      return [...found, ...(await collection.find(altered).hint({ _id: 1 }).toArray())];
    },
  };
}

/**
 * Returns the first stream in a range of ids, also one whose events were all removed: it still has a checkpoint. A query
 * a stream: a cursor over all streams would expire while a long one is audited.
 */
async function firstStream(
  events: CreditEventModel,
  heads: CreditHeadModel,
  range: { $gte: string } | { $gt: string },
): Promise<string | undefined> {
  const first = storedEvents(events).find({ streamId: range }, { projection: { _id: 0, streamId: 1 } });
  const [event, head] = await Promise.all([
    first.sort({ streamId: 1, key: 1 }).limit(1).next(),
    heads.findOne({ _id: range }, { _id: 1 }).sort({ _id: 1 }).lean(),
  ]);
  return [event?.streamId, head?._id].filter((id) => id !== undefined).sort()[0];
}

/** Iterates over the documents in the stream's `_id` range, then over other documents with its `streamId`. */
async function* storedBatches(events: CreditEventModel, streamId: string): AsyncIterable<StoredDocument[]> {
  const collection = storedEvents(events);
  const own = idRange(streamId);
  yield* batchesOf(collection.find({ _id: own }).sort({ _id: 1 }).batchSize(EVENTS_AT_A_TIME));
  yield* batchesOf(collection.find({ streamId, _id: { $not: own } }).batchSize(EVENTS_AT_A_TIME));
}
