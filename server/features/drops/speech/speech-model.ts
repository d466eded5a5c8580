import { createHash } from 'node:crypto';
import { Schema, type Connection, type Model } from 'mongoose';

/** A text in a voice: spoken once, stored as an object and uploaded to the carrier as a recording. */
export interface SpeechDocument {
  /** See `speechId`. */
  _id: string;
  /** Key of the recording in the object store. */
  objectKey: string;
  /** Id of the recording at the carrier, absent until it is uploaded. The first one recorded is final. */
  mediaId?: string | undefined;
  /** Recordings begun at the carrier; noted before their upload, so that those of a dead worker can be deleted. */
  mediaIds?: string[] | undefined;
  /** Who uses the text (`speechUser`). It is erased with the last of them, since it may contain names. */
  campaigns: string[];
  at: Date;
  /** Recordings that nothing plays any more; still to be deleted at the carrier. */
  discarded?: string[] | undefined;
  /** When they are deleted next; set while nobody uses the text. */
  discardAt?: Date | undefined;
}

export type SpeechModel = Model<SpeechDocument>;

const schema = new Schema<SpeechDocument>(
  {
    _id: { type: String, required: true },
    objectKey: { type: String, required: true },
    mediaId: String,
    mediaIds: { type: [String], default: undefined },
    campaigns: { type: [String], required: true },
    at: { type: Date, required: true },
    discarded: { type: [String], default: undefined },
    discardAt: Date,
  },
  { autoIndex: false, versionKey: false, minimize: false, collection: 'speeches' },
);

schema.index({ campaigns: 1 });
schema.index({ discardAt: 1 }, { sparse: true });
schema.index({ at: 1, _id: 1 });

export function createSpeechModel(connection: Connection): SpeechModel {
  return connection.model<SpeechDocument>('Speech', schema);
}

/** A text, its voice and the carrier account it is uploaded to; recordings belong to one account. */
export interface SpokenText {
  account: string;
  providerVoiceId: string;
  text: string;
}

/** Returns the id of a spoken text: a hash, so that it reveals nothing of the text. */
export function speechId({ account, providerVoiceId, text }: SpokenText): string {
  return createHash('sha256')
    .update(JSON.stringify([account, providerVoiceId, text]))
    .digest('hex');
}

export function speechKey(id: string): string {
  return `speech/${id}.mp3`;
}

/** A campaign, and how often it has begun to send. */
export interface SpeechUse {
  id: string;
  runEpoch: number;
}

/** Returns the entry of a campaign in the texts of a run epoch: erasing an earlier one leaves the texts of a retry. */
export function speechUser({ id, runEpoch }: SpeechUse): string {
  return `${id}:${String(runEpoch)}`;
}

/** Returns the campaign of an entry. */
export function speechUse(user: string): SpeechUse {
  const [id = '', runEpoch = '0'] = user.split(':');
  return { id, runEpoch: Number(runEpoch) };
}

/** Returns the entries of a campaign up to a run epoch, and the one that an earlier version wrote: its id. */
export function speechUsers({ id, runEpoch }: SpeechUse): string[] {
  return [id, ...Array.from({ length: runEpoch + 1 }, (_, epoch) => speechUser({ id, runEpoch: epoch }))];
}
