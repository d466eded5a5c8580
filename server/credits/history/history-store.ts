import { storedEvents, type CreditEventModel } from '#server/credits/stream/credit-event-model.ts';
import { eventId, type CreditEvent } from '#server/credits/events.ts';
import { idRange, streamRange } from '#server/credits/stream/stream-range.ts';
import { readEvent } from '#server/credits/stream/upcast.ts';

/** The most campaigns that the history offers as a filter. */
const MAX_CAMPAIGNS = 500;

/** Reads a stream for people: in pages, newest first, or whole, oldest first. */
export interface HistoryStore {
  page(streamId: string, range: HistoryRange): Promise<CreditEvent[]>;
  /** How many events a stream or one of its campaigns has. */
  count(streamId: string, campaignId?: string): Promise<number>;
  /** All events of a stream or of one of its campaigns in order, one at a time. */
  all(streamId: string, campaignId?: string): AsyncIterable<CreditEvent>;
  /** The campaigns that have events, the one with the latest event first. */
  campaigns(streamId: string): Promise<string[]>;
}

export interface HistoryRange {
  campaignId?: string | undefined;
  /** The version that the range ends below; absent for the newest events. */
  before?: number | undefined;
  limit: number;
}

/** The history over the `credit_events` collection. Every read follows an index. */
export function createHistoryStore(model: CreditEventModel): HistoryStore {
  const events = storedEvents(model);

  return {
    async page(streamId, { campaignId, before, limit }) {
      const newestFirst =
        campaignId === undefined
          ? events.find({ streamId, _id: idsBelow(streamId, before) }).sort({ _id: -1 })
          : events.find({ streamId, campaignId, ...versionBelow(before) }).sort({ version: -1 });
      return (await newestFirst.limit(limit).toArray()).map(readEvent);
    },
    async count(streamId, campaignId) {
      if (campaignId !== undefined) return events.countDocuments({ streamId, campaignId });
      // The versions of a stream have no gaps: the newest one is their number.
      const newest = events.find(streamRange(streamId), { projection: { version: 1 } }).sort({ _id: -1 });
      return (await newest.limit(1).next())?.version ?? 0;
    },
    async *all(streamId, campaignId) {
      const filter = campaignId === undefined ? streamRange(streamId) : { streamId, campaignId };
      const cursor = events.find(filter).sort(campaignId === undefined ? { _id: 1 } : { version: 1 });
      for await (const event of cursor) yield readEvent(event);
    },
    async campaigns(streamId) {
      // In the order of the index, so that one key a campaign is read, however many events it has.
      const newest = events.aggregate<{ _id: string; last: number }>([
        { $match: { streamId, campaignId: { $gt: '' } } },
        { $sort: { streamId: -1, campaignId: -1, version: -1 } },
        { $group: { _id: '$campaignId', last: { $first: '$version' } } },
      ]);
      const found = (await newest.toArray()).sort((one, other) => other.last - one.last);
      return found.slice(0, MAX_CAMPAIGNS).map(({ _id }) => _id);
    },
  };
}

function idsBelow(streamId: string, version: number | undefined) {
  const all = idRange(streamId);
  return version === undefined ? all : { ...all, $lt: eventId(streamId, version) };
}

function versionBelow(version: number | undefined) {
  return version === undefined ? {} : { version: { $lt: version } };
}
