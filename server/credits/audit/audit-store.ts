import { storedEvents, type CreditEventModel } from '../stream/credit-event-model.ts';
import type { CreditHeadModel } from '../stream/credit-head-model.ts';
import type { StoredDocument } from '../stream/hash.ts';
import { idRange } from '../stream/stream-range.ts';
import type { AuditStore } from './audit.ts';

/** Reads the ledger for an audit: the events as they are stored, and the checkpoint of heads. */
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

/** The streams that have events or ever had: a stream whose events are all gone still has its noted head. */
async function* streamIds(events: CreditEventModel, heads: CreditHeadModel): AsyncIterable<string> {
  const ofEvents = storedEvents(events).aggregate<{ _id: unknown }>([
    { $sort: { streamId: 1, key: 1 } },
    { $group: { _id: '$streamId' } },
  ]);
  for await (const { _id } of ofEvents) yield String(_id);
  for await (const { _id } of heads.find().lean()) yield _id;
}

/** A stream by the `_id`s that are its own, then whatever else claims to belong to it. */
async function* documentsOf(events: CreditEventModel, streamId: string): AsyncIterable<StoredDocument> {
  const collection = storedEvents(events);
  const own = idRange(streamId);
  yield* collection.find({ _id: own }).sort({ _id: 1 });
  yield* collection.find({ streamId, _id: { $not: own } });
}
