import { idRange, storedEvents, type CreditEventModel } from '../stream/credit-event-store.ts';
import type { CreditHeadModel } from '../stream/credit-head-store.ts';
import type { StoredDocument } from '../stream/hash.ts';
import type { AuditStore } from './audit.ts';

/** Creates the audit's access to the ledger: the stored documents and the head checkpoints. */
export function createAuditStore(events: CreditEventModel, heads: CreditHeadModel): AuditStore {
  return {
    async *streams() {
      const seen = new Set<string>();
      for await (const streamId of streamIds(events, heads)) {
        if (seen.has(streamId)) continue;
        seen.add(streamId);
        yield streamId;
      }
    },
    async open(streamId) {
      const checkpoint = (await heads.findById(streamId).lean()) ?? undefined;
      return { checkpoint, documents: documentsOf(events, streamId) };
    },
  };
}

/** Iterates over all stream ids, including streams whose events were all removed: they still have a checkpoint. */
async function* streamIds(events: CreditEventModel, heads: CreditHeadModel): AsyncIterable<string> {
  const ofEvents = storedEvents(events).aggregate<{ _id: unknown }>([
    { $sort: { streamId: 1, key: 1 } },
    { $group: { _id: '$streamId' } },
  ]);
  for await (const { _id } of ofEvents) yield String(_id);
  for await (const { _id } of heads.find().lean()) yield _id;
}

/** Iterates over the documents in the stream's `_id` range, then over other documents with its `streamId`. */
async function* documentsOf(events: CreditEventModel, streamId: string): AsyncIterable<StoredDocument> {
  const collection = storedEvents(events);
  const own = idRange(streamId);
  yield* collection.find({ _id: own }).sort({ _id: 1 });
  yield* collection.find({ streamId, _id: { $not: own } });
}
