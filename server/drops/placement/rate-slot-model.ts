import { Schema, type Connection, type Model } from 'mongoose';

/** How far the slots of one rate limit are taken. */
export interface RateSlotDocument {
  /** The limit's name. */
  _id: string;
  /** The first slot of those taken last, and the first that is free; milliseconds since 1970. */
  first: number;
  next: number;
  usedAt: Date;
}

export type RateSlotModel = Model<RateSlotDocument>;

/** A limit that nobody uses is forgotten after a day. */
const KEPT_SECONDS = 86_400;

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
