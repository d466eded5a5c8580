import { mongo } from 'mongoose';
import type { DayCounterDocument, DayCounterModel } from './day-counter-model.ts';

/** What a settlement adds to its day. */
export interface DayCount {
  userId: string;
  day: string;
  campaignId: string;
  n: number;
  delivered: number;
  failed: number;
}

/** A counter with settlements on record. */
export interface UnchangedDay {
  id: string;
  countedAt: Date;
  /** The campaigns of those settlements. */
  campaigns: string[];
}

export class DayCounterStore {
  readonly #model: DayCounterModel;

  constructor(model: DayCounterModel) {
    this.#model = model;
  }

  /** Adds a settlement to its day, once however often it is asked. */
  async count(entry: DayCount): Promise<void> {
    try {
      await this.#add(entry, true);
    } catch (error) {
      if (!(error instanceof mongo.MongoServerError) || error.code !== 11000) throw error;
      // The day is there: it has counted this settlement already, or another settler has just opened it.
      await this.#add(entry, false);
    }
  }

  /** The days of a user from `from` to `to`, both included; days without calls are left out. */
  async list(
    userId: string,
    from: string,
    to: string,
  ): Promise<Pick<DayCounterDocument, 'day' | 'delivered' | 'failed'>[]> {
    const days = await this.#model
      .find({ userId, day: { $gte: from, $lte: to } }, { day: 1, delivered: 1, failed: 1 })
      .sort({ day: 1 })
      .lean<DayCounterDocument[]>();
    return days.map(({ day, delivered, failed }) => ({ day, delivered, failed }));
  }

  /** The counters that no settlement has changed since `before` and that still record settlements. */
  async *streamUnchanged(before: Date): AsyncIterable<UnchangedDay> {
    const cursor = this.#model
      .find({ countedAt: { $lt: before } }, { seen: 1, countedAt: 1 })
      .lean<{ _id: string; seen?: Record<string, number>; countedAt: Date }[]>()
      .cursor();
    for await (const { _id, seen = {}, countedAt } of cursor)
      yield { id: _id, countedAt, campaigns: Object.keys(seen) };
  }

  /** Removes the settlements on record, unless another has been counted since `countedAt`; the counts stay. */
  async forgetSettlements({ id, countedAt }: Pick<UnchangedDay, 'id' | 'countedAt'>): Promise<void> {
    await this.#model.updateOne({ _id: id, countedAt }, { $unset: { seen: 1, countedAt: 1 } });
  }

  async #add({ userId, day, campaignId, n, delivered, failed }: DayCount, upsert: boolean): Promise<void> {
    const seen = `seen.${campaignId}`;
    await this.#model.updateOne(
      { _id: `${userId}:${day}`, [seen]: { $not: { $gte: n } } },
      {
        $inc: { delivered, failed },
        $set: { [seen]: n },
        $currentDate: { countedAt: true },
        ...(upsert && { $setOnInsert: { userId, day } }),
      },
      { upsert },
    );
  }
}
