import { eventId } from '#server/features/credits/events.ts';
import { storedEvents, type CreditEventModel } from '#server/features/credits/stream/credit-event-store.ts';
import type { CreditDay } from './credit-day-store.ts';

/** Adds up the events of a stream. */
export interface DaySumsStore {
  /** Returns the sums of the `count` events after version `after` by UTC day, oldest first; fewer at the end of the stream. */
  sums(streamId: string, after: number, count: number): Promise<CreditDay[]>;
}

/** Creates what adds up the `credit_events` collection. */
export function createDaySumsStore(model: CreditEventModel): DaySumsStore {
  const events = storedEvents(model);
  const sumOf = (...types: string[]) => ({ $sum: { $cond: [{ $in: ['$type', types] }, '$amount', 0] } });
  return {
    async sums(streamId, after, count) {
      const _id = { $gt: eventId(streamId, after), $lte: eventId(streamId, after + count) };
      const days = events.aggregate<Omit<CreditDay, 'day'> & { _id: string }>([
        { $match: { streamId, _id } },
        { $sort: { _id: 1 } },
        {
          $group: {
            _id: { $dateToString: { date: '$at', format: '%Y-%m-%d' } },
            granted: sumOf('grant'),
            held: sumOf('hold'),
            deducted: sumOf('deduct'),
            released: sumOf('release'),
            adjusted: sumOf('adjust', 'refund'),
            balance: { $last: '$balance' },
            version: { $last: '$version' },
          },
        },
        { $sort: { _id: 1 } },
      ]);
      return (await days.toArray()).map(({ _id: day, ...sums }) => ({ day, ...sums }));
    },
  };
}
