import { Schema, type Connection, type Model } from 'mongoose';

/** A call that was final when its contact was erased: the carrier may still repeat a webhook that names only its number. */
export interface ErasedCallDocument {
  phone: string;
  /** When it became final. */
  at: Date;
}

export type ErasedCallModel = Model<ErasedCallDocument>;

/** How long after a call's end the carrier repeats its webhook; nothing of it is kept for longer. */
export const REPEATED_FOR_MS = 10 * 60_000;

const schema = new Schema<ErasedCallDocument>(
  { phone: { type: String, required: true }, at: { type: Date, required: true } },
  { autoIndex: false, versionKey: false, collection: 'erased_calls' },
);
schema.index({ phone: 1, at: 1 });
schema.index({ at: 1 }, { expireAfterSeconds: REPEATED_FOR_MS / 1_000 });

export function createErasedCallModel(connection: Connection): ErasedCallModel {
  return connection.model<ErasedCallDocument>('ErasedCall', schema);
}
