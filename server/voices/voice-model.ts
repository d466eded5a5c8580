import mongoose, { type Connection, type Model } from 'mongoose';

/**
 * pending: its upload was promised and has not been seen yet. active: in the library. deleting: asked to go, uses
 * being checked. deleted: gone for its owner; what remains elsewhere is being cleared away.
 */
export const VOICE_STATES = ['pending', 'active', 'deleting', 'deleted'] as const;
export type VoiceState = (typeof VOICE_STATES)[number];

/** A voice of the library (B §3). */
export interface VoiceRecord {
  _id: string;
  userId: string;
  /** One of the user's places, 0 to 3; held from the promise of an upload until the voice is deleted. */
  slot?: number | undefined;
  state: VoiceState;
  title: string;
  description: string;
  avatar: number;
  /** The accepted recording. Only Hark writes there, once; absent while the upload is pending. */
  objectKey?: string | undefined;
  /** Where the upload arrives. Its form can be posted again until it expires, so nothing else is kept there. */
  uploadKey?: string | undefined;
  /** One of the uploads that a user may have open, 0 to 11; held until `uploadUntil`, also by a deleted voice. */
  ticket?: number | undefined;
  createdAt: Date;
  /** Until when the promised upload may still arrive. */
  uploadUntil: Date;
  /** Why an uploaded file was turned down; its voice is deleted then. */
  rejection?: string | undefined;
  /** The id at the speech provider; absent before the first use. */
  providerVoiceId?: string | undefined;
}

export type VoiceModel = Model<VoiceRecord>;

/** The `voices` collection. The unique slot is what holds the limit of voices under parallel requests. */
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
  // What holds the limit of promised uploads under parallel requests.
  schema.index(
    { userId: 1, ticket: 1 },
    { unique: true, partialFilterExpression: { ticket: { $exists: true } } },
  );
  schema.index({ state: 1, uploadUntil: 1 });
  schema.index({ uploadUntil: 1 }, { partialFilterExpression: { uploadKey: { $exists: true } } });
  return connection.model<VoiceRecord>('Voice', schema, 'voices');
}
