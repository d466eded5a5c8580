import {
  idRange,
  storedEvents,
  streamRange,
  type CreditEventModel,
} from '#server/features/credits/stream/credit-event-store.ts';
import { readEvent, type CreditEvent } from '#server/features/credits/events.ts';

/** Calls of one period that events of one type held, charged or released, and their credits. */
export interface UsageSum {
  type: 'hold' | 'release' | 'deduct';
  /** Whether the calls count toward the allowance. */
  allowance: boolean;
  calls: number;
  credits: number;
}

/** Reads what a stream spent. */
export interface UsageStore {
  /** Returns the sums of the calls priced in a period; its events come after version `after`. */
  sumsOf(streamId: string, period: { id: string; after: number }): Promise<UsageSum[]>;
  /** Returns the latest deductions, newest first. */
  deductions(streamId: string, limit: number): Promise<CreditEvent[]>;
}

/** Creates the usage store of the `credit_events` collection. */
export function createUsageStore(model: CreditEventModel): UsageStore {
  const events = storedEvents(model);
  return {
    async sumsOf(streamId, { id, after }) {
      const sums = events.aggregate<Omit<UsageSum, 'type' | 'allowance'> & { _id: Kind }>([
        { $match: { ...streamRange(streamId, after), type: { $in: ['hold', 'release', 'deduct'] } } },
        { $unwind: '$lots' },
        { $match: { 'lots.period': id } },
        {
          $group: {
            _id: { type: '$type', allowance: '$lots.allowance' },
            calls: { $sum: '$lots.calls' },
            credits: { $sum: { $multiply: ['$lots.calls', '$lots.price'] } },
          },
        },
      ]);
      return (await sums.toArray()).map(({ _id, calls, credits }) => ({ ..._id, calls, credits }));
    },
    async deductions(streamId, limit) {
      const newest = events.find({ streamId, _id: idRange(streamId), type: 'deduct' }).sort({ _id: -1 });
      return (await newest.limit(limit).toArray()).map(readEvent);
    },
  };
}

type Kind = Pick<UsageSum, 'type' | 'allowance'>;
