import { Schema, type Connection, type Model } from 'mongoose';

/** What a request under an `Idempotency-Key` is doing, or what it answered (contract §6). */
export interface RequestKeyDocument {
  /** The user and their key. */
  _id: string;
  /** What was asked; the same key with something else is refused. */
  digest: string;
  /** The try that is at work: of several processes only one finds itself here. */
  attempt: string;
  /** The ids that this try gives to what it makes; by them it can be told later what became of it. */
  ids: unknown;
  leaseUntil: Date;
  answer?: unknown;
  /** It came with another request than its own. */
  misused?: boolean;
  at: Date;
}

export type RequestKeyModel = Model<RequestKeyDocument>;

const KEPT_SECONDS = 7 * 24 * 3600;

const schema = new Schema<RequestKeyDocument>(
  {
    _id: { type: String, required: true },
    digest: { type: String, required: true },
    attempt: { type: String, required: true },
    ids: { type: Schema.Types.Mixed, required: true },
    leaseUntil: { type: Date, required: true },
    answer: Schema.Types.Mixed,
    misused: Boolean,
    at: { type: Date, required: true },
  },
  { autoIndex: false, versionKey: false, minimize: false, collection: 'request_keys' },
);

schema.index({ at: 1 }, { expireAfterSeconds: KEPT_SECONDS });

export function createRequestKeyModel(connection: Connection): RequestKeyModel {
  return connection.model<RequestKeyDocument>('RequestKey', schema);
}
