import mongoose, { type Connection, type Model } from 'mongoose';

/**
 * pending: the upload has not arrived. active: in the library. deleting: its uses are being checked. deleted: invisible,
 * its recording and clone are being removed.
 */
export const VOICE_STATES = ['pending', 'active', 'deleting', 'deleted'] as const;
export type VoiceState = (typeof VOICE_STATES)[number];

/** A voice of a user's library. */
export interface VoiceRecord {
  _id: string;
  userId: string;
  /** Slot 0 to 3 of the user; held from the start of the upload until the voice is deleted. */
  slot?: number | undefined;
  state: VoiceState;
  title: string;
  description: string;
  avatar: number;
  /** Key of the accepted recording, written once by the server; absent while pending. */
  objectKey?: string | undefined;
  /** Key of the upload. Its form can be posted again until it expires, so nothing else is stored there. */
  uploadKey?: string | undefined;
  /** Upload ticket 0 to 11 of the user; held until `uploadUntil`, also by a deleted voice. */
  ticket?: number | undefined;
  createdAt: Date;
  /** Until when the upload may arrive. */
  uploadUntil: Date;
  /** Why the uploaded file was rejected; the voice is then deleted. */
  rejection?: string | undefined;
  /** The id at the speech provider; absent before the first use. */
  providerVoiceId?: string | undefined;
}

export type VoiceModel = Model<VoiceRecord>;

/** Creates the model. The unique index on slots enforces the voice limit under concurrency. */
export function createVoiceModel(connection: Connection): VoiceModel {
  const schema = new mongoose.Schema<VoiceRecord>(
    {
      _id: { type: String, required: true },
      userId: { type: String, required: true },
      slot: Number,
      state: { type: String, enum: VOICE_STATES, required: true },
      title: { type: String, required: true },
      description: { type: String, default: '' },
      avatar: { type: Number, required: true },
      objectKey: String,
      uploadKey: String,
      ticket: Number,
      createdAt: { type: Date, required: true },
      uploadUntil: { type: Date, required: true },
      rejection: String,
      providerVoiceId: String,
    },
    { autoIndex: false, versionKey: false },
  );
  schema.index(
    { userId: 1, slot: 1 },
    { unique: true, partialFilterExpression: { slot: { $exists: true } } },
  );
  // Enforces the limit of open uploads under concurrency.
  schema.index(
    { userId: 1, ticket: 1 },
    { unique: true, partialFilterExpression: { ticket: { $exists: true } } },
  );
  schema.index({ state: 1, uploadUntil: 1 });
  schema.index({ uploadUntil: 1 }, { partialFilterExpression: { uploadKey: { $exists: true } } });
  return connection.model<VoiceRecord>('Voice', schema, 'voices');
}
