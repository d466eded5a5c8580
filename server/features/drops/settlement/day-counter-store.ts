import { Schema, type Connection, type Model } from 'mongoose';
import { isDuplicateKey, isInserted } from '#server/platform/lib/mongodb/mongo-errors.ts';
import type { HourCounts } from './call-counts.ts';

/** The counts that a settlement adds to its day. */
export interface DayCounterDocument {
  /** `<user>:<YYYY-MM-DD>`. */
  _id: string;
  userId: string;
  day: string;
  delivered: number;
  failed: number;
  /** The same calls by the hour of the week in which they were made, where that is known. */
  hours?: HourCounts | undefined;
  /** Last counted settlement by campaign, which makes counting idempotent. Removed a week later. */
  seen?: Record<string, number> | undefined;
  /** When `seen` last changed, by the clock of the database. */
  countedAt?: Date | undefined;
}

export type DayCounterModel = Model<DayCounterDocument>;

const schema = new Schema<DayCounterDocument>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    day: { type: String, required: true },
    delivered: { type: Number, required: true },
    failed: { type: Number, required: true },
    hours: { type: Schema.Types.Mixed },
    seen: { type: Schema.Types.Mixed },
    countedAt: Date,
  },
  { autoIndex: false, versionKey: false, minimize: false, collection: 'day_counters' },
);

schema.index({ userId: 1, day: 1 });
schema.index({ countedAt: 1 }, { sparse: true });

export function createDayCounterModel(connection: Connection): DayCounterModel {
  return connection.model<DayCounterDocument>('DayCounter', schema);
}

/** What a settlement adds to a day; failed calls that are retried are negative. */
export interface DayCount {
  userId: string;
  day: string;
  campaignId: string;
  n: number;
  delivered: number;
  failed: number;
  hours: HourCounts;
}

/** A day counter that still records settlements. */
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

  /** Adds a settlement to its day; idempotent. */
  async count(entry: DayCount): Promise<void> {
    try {
      await this.#add(entry, true);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      // The day exists: it has counted this settlement already, or another settler has just inserted it.
      await this.#add(entry, false);
    }
  }

  /** Returns the days of a user from `from` to `to`, both included, without days that have no calls. */
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

  /** Returns the calls by hour of the week of each of a user's days from `from` to `to`, both included. */
  async listHours(userId: string, from: string, to: string): Promise<HourCounts[]> {
    const days = await this.#model
      .find({ userId, day: { $gte: from, $lte: to } }, { hours: 1 })
      .lean<Pick<DayCounterDocument, 'hours'>[]>();
    return days.map(({ hours = {} }) => hours);
  }

  /** Returns all days of a user. */
  listAll(userId: string): Promise<DayCounterDocument[]> {
    return this.#model.find({ userId }).lean<DayCounterDocument[]>().exec();
  }

  /** Returns the next user with a day, in the order of their ids. */
  async nextUser(after: string): Promise<string | undefined> {
    const next = this.#model.findOne({ userId: { $gt: after } }, { userId: 1 });
    return (await next.sort({ userId: 1, day: 1 }).lean().exec())?.userId;
  }

  /** Returns whether a day has counted no settlement since it was read. */
  async isUnchanged(stored: Pick<DayCounterDocument, '_id' | 'seen'>): Promise<boolean> {
    return (await this.#model.exists(asRead(stored))) !== null;
  }

  async has(id: string): Promise<boolean> {
    return (await this.#model.exists({ _id: id })) !== null;
  }

  /** Stores corrected counts; returns false, and stores nothing, if the day has counted a settlement since it was read. */
  async correct(
    stored: Pick<DayCounterDocument, '_id' | 'seen'>,
    counts: Pick<DayCounterDocument, 'delivered' | 'failed' | 'hours'>,
  ): Promise<boolean> {
    return (await this.#model.updateOne(asRead(stored), { $set: counts })).matchedCount === 1;
  }

  /** Stores a day that is missing, with the settlements it counts; returns false if there is one now. */
  async restore(day: Omit<DayCounterDocument, 'countedAt'>): Promise<boolean> {
    const { _id, ...counted } = day;
    const update = { $setOnInsert: counted, $currentDate: { countedAt: true } } as const;
    // The condition matches no day, so that the insert of one that exists is refused.
    return isInserted(() =>
      this.#model.updateOne({ _id, userId: { $exists: false } }, update, { upsert: true }),
    );
  }

  /** Erases the days of a user. */
  async erase(userId: string): Promise<void> {
    await this.#model.deleteMany({ userId });
  }

  /** Yields the counters that have not changed since `before` and still record settlements. */
  async *streamUnchanged(before: Date): AsyncIterable<UnchangedDay> {
    const cursor = this.#model
      .find({ countedAt: { $lt: before } }, { seen: 1, countedAt: 1 })
      .lean<{ _id: string; seen?: Record<string, number>; countedAt: Date }[]>()
      .cursor();
    for await (const { _id, seen = {}, countedAt } of cursor)
      yield { id: _id, countedAt, campaigns: Object.keys(seen) };
  }

  /** Removes the recorded settlements unless another has been counted since `countedAt`; the counts stay. */
  async clearSettlements({ id, countedAt }: Pick<UnchangedDay, 'id' | 'countedAt'>): Promise<void> {
    await this.#model.updateOne({ _id: id, countedAt }, { $unset: { seen: 1, countedAt: 1 } });
  }

  async #add(
    { userId, day, campaignId, n, delivered, failed, hours }: DayCount,
    upsert: boolean,
  ): Promise<void> {
    const seen = `seen.${campaignId}`;
    await this.#model.updateOne(
      { _id: `${userId}:${day}`, [seen]: { $not: { $gte: n } } },
      {
        $inc: { delivered, failed, ...hourIncrements(hours) },
        $set: { [seen]: n },
        $currentDate: { countedAt: true },
        ...(upsert && { $setOnInsert: { userId, day } }),
      },
      { upsert },
    );
  }
}

/** Every settlement that a day counts changes `seen`. */
function asRead({ _id, seen }: Pick<DayCounterDocument, '_id' | 'seen'>) {
  return { _id, seen: seen ?? { $exists: false } };
}

function hourIncrements(hours: HourCounts): Record<string, number> {
  return Object.fromEntries(
    Object.entries(hours).flatMap(([hour, { delivered, failed }]) => [
      [`hours.${hour}.delivered`, delivered],
      [`hours.${hour}.failed`, failed],
    ]),
  );
}
