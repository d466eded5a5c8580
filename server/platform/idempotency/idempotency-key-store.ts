import { erases } from '#server/platform/module/erasure-step.ts';
import { Schema, type Connection, type Model } from 'mongoose';

/** The progress and result of the request under one `Idempotency-Key`. */
export interface IdempotencyKeyDocument {
  /** `<uid>:<key>` */
  _id: string;
  /** Digest of the request content; the same key with another digest is refused. */
  digest: string;
  /** Identifies the attempt that owns the key. */
  attempt: string;
  /** The ids that the attempt assigns to what it creates; `lookup` and `cancel` find its effects by them. */
  ids: unknown;
  leaseUntil: Date;
  result?: unknown;
  /** Set once the key was sent with a different request. */
  misused?: boolean;
  at: Date;
}

export type IdempotencyKeyModel = Model<IdempotencyKeyDocument>;

const RETENTION_SECONDS = 7 * 24 * 3600;

const schema = new Schema<IdempotencyKeyDocument>(
  {
    _id: { type: String, required: true },
    digest: { type: String, required: true },
    attempt: { type: String, required: true },
    ids: { type: Schema.Types.Mixed, required: true },
    leaseUntil: { type: Date, required: true },
    result: Schema.Types.Mixed,
    misused: Boolean,
    at: { type: Date, required: true },
  },
  { autoIndex: false, versionKey: false, minimize: false, collection: 'request_keys' },
);

schema.index({ at: 1 }, { expireAfterSeconds: RETENTION_SECONDS });

export function createIdempotencyKeyModel(connection: Connection): IdempotencyKeyModel {
  return connection.model<IdempotencyKeyDocument>('RequestKey', schema);
}

/** Idempotency keys: one document per user and key, inserted before the request has any effect. */
export class IdempotencyKeyStore {
  readonly #model: IdempotencyKeyModel;

  constructor(model: IdempotencyKeyModel) {
    this.#model = model;
  }

  /** Inserts the document unless its key exists. Returns the stored document. */
  claim(row: IdempotencyKeyDocument): Promise<IdempotencyKeyDocument> {
    return this.#model
      .findOneAndUpdate({ _id: row._id }, { $setOnInsert: row }, { upsert: true, returnDocument: 'after' })
      .lean<IdempotencyKeyDocument>()
      .exec();
  }

  /** Returns the status of a key. A request that is `in progress` may still be refused. */
  async statusOf(uid: string, key: string): Promise<'unknown' | 'in progress' | 'completed' | 'misused'> {
    const row = await this.#model.findById(`${uid}:${key}`, { result: 1, misused: 1 }).lean();
    if (row === null) return 'unknown';
    if (row.misused === true) return 'misused';
    return row.result === undefined ? 'in progress' : 'completed';
  }

  /** Returns the ids that the attempt under a key assigned, if there is one. */
  async idsOf(uid: string, key: string): Promise<unknown> {
    return (await this.#model.findById(`${uid}:${key}`, { ids: 1 }).lean())?.ids;
  }

  /** Records that the key was sent with a different request. */
  async markMisused({ _id }: IdempotencyKeyDocument): Promise<void> {
    await this.#model.updateOne({ _id }, { $set: { misused: true } });
  }

  /** Replaces the attempt of an unfinished request. Returns false if another attempt has replaced it first. */
  async replace({ _id, attempt }: IdempotencyKeyDocument, next: IdempotencyKeyDocument): Promise<boolean> {
    const { ids, leaseUntil, at } = next;
    const result = await this.#model.updateOne(
      { _id, attempt },
      { $set: { attempt: next.attempt, ids, leaseUntil, at } },
    );
    return result.matchedCount === 1;
  }

  /** Stores the result of the attempt. */
  async finish({ _id, attempt }: IdempotencyKeyDocument, result: unknown): Promise<void> {
    await this.#model.updateOne({ _id, attempt }, { $set: { result } });
  }

  /** Erases the keys of a user. */
  async erase(uid: string): Promise<void> {
    // The character after the colon ends the range.
    await this.#model.deleteMany({ _id: { $gte: `${uid}:`, $lt: `${uid};` } });
  }

  /** Removes the key after a refusal, so that the client can use it again. */
  async release({ _id, attempt }: IdempotencyKeyDocument): Promise<void> {
    await this.#model.deleteOne({ _id, attempt });
  }
}

/** Creates the store that all features share: a key identifies one request, whatever the operation. */
export function createIdempotencyKeys(connection: Connection) {
  const model = createIdempotencyKeyModel(connection);
  const idempotencyKeys = new IdempotencyKeyStore(model);
  return {
    idempotencyKeys,
    erasure: [erases('request keys', ({ uid }) => idempotencyKeys.erase(uid))],
    models: [model] as const,
  };
}
