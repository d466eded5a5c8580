import { Schema, type Connection, type Model } from 'mongoose';
import type { CreateAnswer } from './create-answer.ts';

/** What a creation under an `Idempotency-Key` is doing, or what it answered. */
export interface CreateKeyDocument {
  /** The user and their key. */
  _id: string;
  /** What was asked; the same key with something else is refused. */
  digest: string;
  /** The id its campaign has, or will have. */
  campaignId: string;
  leaseUntil: Date;
  answer?: CreateAnswer | undefined;
  at: Date;
}

export type CreateKeyModel = Model<CreateKeyDocument>;

const KEPT_SECONDS = 7 * 24 * 3600;

const schema = new Schema<CreateKeyDocument>(
  {
    _id: { type: String, required: true },
    digest: { type: String, required: true },
    campaignId: { type: String, required: true },
    leaseUntil: { type: Date, required: true },
    answer: Schema.Types.Mixed,
    at: { type: Date, required: true },
  },
  { autoIndex: false, versionKey: false, minimize: false, collection: 'campaign_create_keys' },
);

schema.index({ at: 1 }, { expireAfterSeconds: KEPT_SECONDS });

export function createCreateKeyModel(connection: Connection): CreateKeyModel {
  return connection.model<CreateKeyDocument>('CampaignCreateKey', schema);
}
