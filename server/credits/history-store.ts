import { storedEvents, type CreditEventModel } from './credit-event-model.ts';
import { eventId, type CreditEvent } from './events.ts';
import { streamRange } from './stream-range.ts';
import { readEvent } from './upcast.ts';

/** The most campaigns that the history offers as a filter. */
const MAX_CAMPAIGNS = 500;

/** Reads a stream for people: in pages, newest first, or whole, oldest first. */
export interface HistoryStore {
  page(streamId: string, range: HistoryRange): Promise<{ events: CreditEvent[]; total: number }>;
  /** All events of a stream or of one of its campaigns in order, one at a time. */
  all(streamId: string, campaignId?: string): AsyncIterable<CreditEvent>;
  /** The campaigns that have events, the one with the latest event first. */
  campaigns(streamId: string): Promise<string[]>;
}

export interface HistoryRange {
  campaignId?: string | undefined;
  /** How many of the newest events are left out, and how many of the next are wanted. */
  offset: number;
  limit: number;
}

/** The history over the `credit_events` collection. Every read follows an index. */
export function createHistoryStore(model: CreditEventModel): HistoryStore {
  const events = storedEvents(model);

  /** A stream's versions have no gaps: the newest one is the total, and a page is a range of versions. */
  async function pageOfStream(streamId: string, offset: number, limit: number) {
    const stream = streamRange(streamId);
    const [newest] = await events
      .find(stream, { projection: { version: 1 } })
      .sort({ _id: -1 })
      .limit(1)
      .toArray();
    const total = newest?.version ?? 0;
    const last = total - offset;
    if (last <= 0) return { events: [], total };
    const after = eventId(streamId, Math.max(0, last - limit));
    const filter = { streamId, _id: { $gt: after, $lte: eventId(streamId, last) } };
    const page = await events.find(filter).sort({ _id: -1 }).toArray();
    return { events: page.map(readEvent), total };
  }

  return {
    async page(streamId, { campaignId, offset, limit }) {
      if (campaignId === undefined) return pageOfStream(streamId, offset, limit);
      const filter = { streamId, campaignId };
      const total = await events.countDocuments(filter);
      const page = await events.find(filter).sort({ version: -1 }).skip(offset).limit(limit).toArray();
      return { events: page.map(readEvent), total };
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
