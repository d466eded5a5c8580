import mongoose, { type Connection, type Model } from 'mongoose';

/** The newest event seen of a stream. */
export interface CreditHead {
  /** The stream's id. */
  _id: string;
  version: number;
  hash: string;
}

export type CreditHeadModel = Model<CreditHead>;

/** The `credit_heads` collection: a checkpoint of where each stream ended (scripts/decisions, "the checkpoint of heads"). */
export function createCreditHeadModel(connection: Connection): CreditHeadModel {
  const schema = new mongoose.Schema<CreditHead>(
    {
      _id: { type: String, required: true },
      version: { type: Number, required: true },
      hash: { type: String, required: true },
    },
    { autoIndex: false, versionKey: false },
  );
  return connection.model<CreditHead>('CreditHead', schema, 'credit_heads');
}
