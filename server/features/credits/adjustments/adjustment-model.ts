import mongoose, { type Connection, type Model } from 'mongoose';

/** A correction requested by support: written before its event, so that every `adjust` event has a cause. */
export interface AdjustmentRecord {
  /** The key of its command, `adjust:<id>`. */
  _id: string;
  streamId: string;
  /** Signed credits. */
  amount: number;
  reason: string;
  /** The operating system's name of the requesting user. */
  by: string;
  at: Date;
  /** `open` while it is unknown whether the event was appended. */
  outcome: 'open' | 'done' | 'refused';
}

export type AdjustmentModel = Model<AdjustmentRecord>;

/** The `credit_adjustments` collection. */
export function createAdjustmentModel(connection: Connection): AdjustmentModel {
  const required = { type: String, required: true };
  const schema = new mongoose.Schema<AdjustmentRecord>(
    {
      _id: required,
      streamId: required,
      amount: { type: Number, required: true },
      reason: required,
      by: required,
      at: { type: Date, required: true },
      outcome: { ...required, enum: ['open', 'done', 'refused'] },
    },
    { autoIndex: false, versionKey: false },
  );
  schema.index({ streamId: 1 });
  return connection.model<AdjustmentRecord>('CreditAdjustment', schema, 'credit_adjustments');
}
