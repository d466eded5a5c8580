import { createHash } from 'node:crypto';
import { Schema, type Connection, type Model } from 'mongoose';

/** A text in a voice: spoken once, kept as an object, and given to the carrier as a recording (design §5). */
export interface SpeechDocument {
  /** See `speechId`. */
  _id: string;
  /** The recording in our object store. */
  objectKey: string;
  /** The recording at the carrier, absent until it has it. The first one recorded stands for good. */
  mediaId?: string | undefined;
  /** The campaigns that say it; it is erased with the last of them, since it may name people. */
  campaigns: string[];
  at: Date;
}

export type SpeechModel = Model<SpeechDocument>;

const schema = new Schema<SpeechDocument>(
  {
    _id: { type: String, required: true },
    objectKey: { type: String, required: true },
    mediaId: String,
    campaigns: { type: [String], required: true },
    at: { type: Date, required: true },
  },
  { autoIndex: false, versionKey: false, minimize: false, collection: 'speeches' },
);

schema.index({ campaigns: 1 });

export function createSpeechModel(connection: Connection): SpeechModel {
  return connection.model<SpeechDocument>('Speech', schema);
}

/** What is to be said, in which voice, to which account of the carrier: recordings belong to one account. */
export interface SpokenText {
  account: string;
  providerVoiceId: string;
  text: string;
}

/** The name of a spoken text: the same for the same three, and saying nothing about any of them. */
export function speechId({ account, providerVoiceId, text }: SpokenText): string {
  return createHash('sha256')
    .update(JSON.stringify([account, providerVoiceId, text]))
    .digest('hex');
}

export function speechKey(id: string): string {
  return `speech/${id}.mp3`;
}
