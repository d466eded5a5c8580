import { Schema, type Connection, type Model } from 'mongoose';
import { DAY_SECONDS, HOUR_MS } from '#shared/time-units.ts';
import { isDuplicateKey } from '#server/platform/lib/mongodb/mongo-errors.ts';
import type { RateSlots } from './rate-limiter.ts';

/** The slots of one rate limit that are taken. */
export interface RateSlotDocument {
  /** Name of the limit. */
  _id: string;
  /** First slot of the last reservation, and the first free slot; milliseconds since 1970. */
  first: number;
  next: number;
  usedAt: Date;
}

export type RateSlotModel = Model<RateSlotDocument>;

/** Unused limits are removed after a day. */
const KEPT_SECONDS = DAY_SECONDS;

const schema = new Schema<RateSlotDocument>(
  {
    _id: { type: String, required: true },
    first: { type: Number, required: true },
    next: { type: Number, required: true },
    usedAt: { type: Date, required: true },
  },
  { autoIndex: false, versionKey: false, collection: 'rate_limits' },
);

schema.index({ usedAt: 1 }, { expireAfterSeconds: KEPT_SECONDS });

export function createRateSlotModel(connection: Connection): RateSlotModel {
  return connection.model<RateSlotDocument>('Slot', schema);
}

/**
 * A slot further ahead than this was reserved by a machine whose clock was wrong, and is ignored. Otherwise the
 * clocks must agree; a fast clock only reserves slots that others then wait for.
 */
const MAX_AHEAD_MS = HOUR_MS;

/**
 * Slots of rate limits in the database. Each reservation is one atomic update, so that no slot is assigned twice.
 */
export class RateSlotStore implements RateSlots {
  readonly #model: RateSlotModel;

  constructor(model: RateSlotModel) {
    this.#model = model;
  }

  async take(limit: string, slots: Parameters<RateSlots['take']>[1]): Promise<number> {
    try {
      return await this.#take(limit, slots);
    } catch (error) {
      // Two processes that use a new limit first both insert it.
      if (isDuplicateKey(error)) return this.#take(limit, slots);
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
