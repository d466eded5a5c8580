import { mongo } from 'mongoose';
import type { RateSlots } from './rate-limiter.ts';
import type { RateSlotModel } from './rate-slot-model.ts';

/**
 * A time further ahead than this was set by a clock that was wrong: it does not bind those that are right. The clocks
 * of the machines must agree otherwise; a fast one only takes what the others then wait for.
 */
const MAX_AHEAD_MS = 3_600_000;

/** The slots of rate limits in the database: each slice is one atomic update, so that no slot is handed out twice. */
export class RateSlotStore implements RateSlots {
  readonly #model: RateSlotModel;

  constructor(model: RateSlotModel) {
    this.#model = model;
  }

  async take(limit: string, slots: Parameters<RateSlots['take']>[1]): Promise<number> {
    try {
      return await this.#take(limit, slots);
    } catch (error) {
      // Two who are the first to use a limit both insert it.
      if (error instanceof mongo.MongoServerError && error.code === 11000) return this.#take(limit, slots);
      throw error;
    }
  }

  async #take(
    limit: string,
    { count, intervalMs, now, oldest }: Parameters<RateSlots['take']>[1],
  ): Promise<number> {
    const free = { $ifNull: ['$next', now] };
    const first = { $cond: [{ $gt: [free, now + MAX_AHEAD_MS] }, now, { $max: [free, oldest] }] };
    const taken = await this.#model
      .findOneAndUpdate(
        { _id: limit },
        [
          { $set: { first, usedAt: new Date(now) } },
          { $set: { next: { $add: ['$first', count * intervalMs] } } },
        ],
        { upsert: true, returnDocument: 'after', updatePipeline: true },
      )
      .lean()
      .exec();
    return taken.first;
  }
}
