import {
  EVENTS_AT_A_TIME,
  idRange,
  storedEvents,
  streamRange,
  type CreditEventModel,
} from '#server/features/credits/stream/credit-event-store.ts';
import { batchesOf } from '#server/platform/lib/mongodb/cursor-batches.ts';
import { readEvent, eventId, type CreditEvent } from '#server/features/credits/events.ts';

/** The maximum number of campaigns offered as a filter. */
const MAX_CAMPAIGNS = 500;

/** Reads a stream's events for display: in pages, newest first, or all, oldest first. */
export interface HistoryStore {
  page(streamId: string, range: HistoryRange): Promise<CreditEvent[]>;
  /** Returns the events after a version, oldest first. */
  after(streamId: string, version: number, limit: number): Promise<CreditEvent[]>;
  /** Returns the number of events of a stream or of one of its campaigns. */
  count(streamId: string, campaignId?: string): Promise<number>;
  /** Iterates over the events of a stream or of one of its campaigns in order. */
  all(streamId: string, campaignId?: string): AsyncIterable<CreditEvent>;
  /** Returns the ids of campaigns that have events, the one with the latest event first. */
  campaigns(streamId: string): Promise<string[]>;
  /** Returns the version of the last event of each of these campaigns, up to a version. */
  lastVersions(streamId: string, campaignIds: readonly string[], upTo: number): Promise<Map<string, number>>;
  /** Returns the credits that the events of each of these campaigns put on hold, charged and returned. */
  totals(streamId: string, campaignIds: readonly string[]): Promise<Map<string, CampaignTotals>>;
}

/** What happened to the credits of a campaign in all. */
export interface CampaignTotals {
  held: number;
  charged: number;
  returned: number;
}

export interface HistoryRange {
  campaignId?: string | undefined;
  /** Exclusive upper bound of the versions; absent for the newest events. */
  before?: number | undefined;
  limit: number;
}

/** Creates the history of the `credit_events` collection. Every query uses an index. */
export function createHistoryStore(model: CreditEventModel): HistoryStore {
  const events = storedEvents(model);
  // In index order, so that one index key is read per campaign.
  const lastOfEach = (match: object) =>
    events
      .aggregate<{ _id: string; last: number }>([
        { $match: match },
        { $sort: { streamId: -1, campaignId: -1, version: -1 } },
        { $group: { _id: '$campaignId', last: { $first: '$version' } } },
      ])
      .toArray();

  return {
    async page(streamId, { campaignId, before, limit }) {
      const newestFirst =
        campaignId === undefined
          ? events.find({ streamId, _id: idsBelow(streamId, before) }).sort({ _id: -1 })
          : events.find({ streamId, campaignId, ...versionBelow(before) }).sort({ version: -1 });
      return (await newestFirst.limit(limit).toArray()).map(readEvent);
    },
    async after(streamId, version, limit) {
      const oldestFirst = events.find({ streamId, _id: idRange(streamId, version) }).sort({ _id: 1 });
      return (await oldestFirst.limit(limit).toArray()).map(readEvent);
    },
    async count(streamId, campaignId) {
      if (campaignId !== undefined) return events.countDocuments({ streamId, campaignId });
      // Versions have no gaps, so the newest version is the count.
      const newest = events.find(streamRange(streamId), { projection: { version: 1 } }).sort({ _id: -1 });
      return (await newest.limit(1).next())?.version ?? 0;
    },
    async *all(streamId, campaignId) {
      const filter = campaignId === undefined ? streamRange(streamId) : { streamId, campaignId };
      const cursor = events.find(filter).sort(campaignId === undefined ? { _id: 1 } : { version: 1 });
      for await (const batch of batchesOf(cursor.batchSize(EVENTS_AT_A_TIME)))
        for (const event of batch) yield readEvent(event);
    },
    async campaigns(streamId) {
      const found = await lastOfEach({ streamId, campaignId: { $gt: '' } });
      const newestFirst = found.sort((one, other) => other.last - one.last);
      return newestFirst.slice(0, MAX_CAMPAIGNS).map(({ _id }) => _id);
    },
    async lastVersions(streamId, campaignIds, upTo) {
      const match = { streamId, campaignId: { $in: [...campaignIds] }, version: { $lte: upTo } };
      return new Map((await lastOfEach(match)).map(({ _id, last }) => [_id, last]));
    },
    async totals(streamId, campaignIds) {
      const sums = events.aggregate<CampaignTotals & { _id: string }>([
        { $match: { streamId, campaignId: { $in: [...campaignIds] } } },
        {
          $group: {
            _id: '$campaignId',
            held: sumOf('hold'),
            charged: sumOf('deduct'),
            returned: sumOf('release'),
          },
        },
      ]);
      return new Map((await sums.toArray()).map(({ _id, ...totals }) => [_id, totals]));
    },
  };
}

function sumOf(type: 'hold' | 'deduct' | 'release') {
  return { $sum: { $cond: [{ $eq: ['$type', type] }, '$amount', 0] } };
}

function idsBelow(streamId: string, version: number | undefined) {
  const all = idRange(streamId);
  return version === undefined ? all : { ...all, $lt: eventId(streamId, version) };
}

function versionBelow(version: number | undefined) {
  return version === undefined ? {} : { version: { $lt: version } };
}
