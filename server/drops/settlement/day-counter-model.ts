import { Schema, type Connection, type Model } from 'mongoose';

/** The calls of a user that became final on one UTC day. */
export interface DayCounterDocument {
  /** `<user>:<YYYY-MM-DD>`. */
  _id: string;
  userId: string;
  day: string;
  delivered: number;
  failed: number;
  /** By campaign, the last settlement that is counted: what makes counting repeatable. Removed a week later. */
  seen?: Record<string, number> | undefined;
  /** While there is `seen`: when it last changed, by the database's clock. */
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
