import mongoose, { type Connection, type Model } from 'mongoose';
import { isDuplicateKey } from '#server/platform/lib/mongodb/mongo-errors.ts';

/** What the events of a stream on one UTC day did, and the balance after the last of them. */
export interface CreditDay {
  /** `YYYY-MM-DD`. */
  day: string;
  granted: number;
  held: number;
  deducted: number;
  released: number;
  /** Corrections and refunds, below 0 where they took more than they gave. */
  adjusted: number;
  balance: { available: number; held: number; debt: number };
  /** The last event that is added up. All earlier events of the stream are, too: in this day or in those before. */
  version: number;
}

interface StoredDay extends CreditDay {
  /** `<stream>:<day>`, in the order of days. */
  _id: string;
  streamId: string;
}

export type CreditDayModel = Model<StoredDay>;

/** The `credit_days` collection: the credit events added up by day, which can be made again from the events. */
export function createCreditDayModel(connection: Connection): CreditDayModel {
  const schema = new mongoose.Schema<StoredDay>(
    { _id: { type: String, required: true } },
    { autoIndex: false, versionKey: false, strict: false },
  );
  return connection.model<StoredDay>('CreditDay', schema, 'credit_days');
}

/** Keeps the days of streams. Days without events are missing. */
export interface CreditDayStore {
  /** Returns the latest day, or the latest before a day. */
  last(streamId: string, before?: string): Promise<CreditDay | undefined>;
  /** Returns the days from `from` to `to`, both included, oldest first. */
  range(streamId: string, days: { from: string; to: string }): Promise<CreditDay[]>;
  /** Saves a day, unless the stored one is of a later event. */
  save(streamId: string, day: CreditDay): Promise<void>;
}

/** Creates the store of the `credit_days` collection. */
export function createCreditDayStore(model: CreditDayModel): CreditDayStore {
  const days = model.db.collection<StoredDay>(model.collection.name);
  return {
    async last(streamId, before) {
      const earlier = {
        $gt: idOf(streamId, ''),
        $lt: before === undefined ? `${streamId};` : idOf(streamId, before),
      };
      const [day] = await days.find({ streamId, _id: earlier }).sort({ _id: -1 }).limit(1).toArray();
      return day && asDay(day);
    },
    async range(streamId, { from, to }) {
      const _id = { $gte: idOf(streamId, from), $lte: idOf(streamId, to) };
      return (await days.find({ streamId, _id }).sort({ _id: 1 }).toArray()).map(asDay);
    },
    async save(streamId, day) {
      const _id = idOf(streamId, day.day);
      try {
        await days.updateOne(
          { _id, streamId, version: { $lt: day.version } },
          { $set: { ...day } },
          { upsert: true },
        );
      } catch (error) {
        // Another process has saved the same or a later event of this day.
        if (!isDuplicateKey(error)) throw error;
      }
    },
  };
}

function idOf(streamId: string, day: string): string {
  return `${streamId}:${day}`;
}

function asDay({ _id, streamId, ...day }: StoredDay): CreditDay {
  return day;
}
