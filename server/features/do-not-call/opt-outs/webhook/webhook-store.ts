import mongoose, { type Connection, type Model } from 'mongoose';
import { isInserted } from '#server/platform/lib/mongodb/mongo-errors.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';

/** The opt-out webhook of a user. `_id` is the uid. */
export interface OptOutWebhookRecord {
  _id: string;
  /** Names the user in the address. */
  token: string;
  /** The encrypted secret that signs requests. */
  secret: string;
  renewedAt: Date;
}

export type OptOutWebhookModel = Model<OptOutWebhookRecord>;

/** The `opt_out_webhooks` collection. */
export function createOptOutWebhookModel(connection: Connection): OptOutWebhookModel {
  const schema = new mongoose.Schema<OptOutWebhookRecord>(
    {
      _id: { type: String, required: true },
      token: { type: String, required: true },
      secret: { type: String, required: true },
      renewedAt: { type: Date, required: true },
    },
    { autoIndex: false, versionKey: false },
  );
  schema.index({ token: 1 }, { unique: true });
  schema.index({ secret: 1 });
  return connection.model<OptOutWebhookRecord>('OptOutWebhook', schema, 'opt_out_webhooks');
}

/** Stores the opt-out webhooks of users. */
export class OptOutWebhookStore {
  readonly #model: OptOutWebhookModel;

  constructor(model: OptOutWebhookModel) {
    this.#model = model;
  }

  async of(uid: string): Promise<OptOutWebhookRecord | undefined> {
    return (await this.#model.findById(uid).lean<OptOutWebhookRecord>()) ?? undefined;
  }

  async byToken(token: string): Promise<OptOutWebhookRecord | undefined> {
    return (await this.#model.findOne({ token }).lean<OptOutWebhookRecord>()) ?? undefined;
  }

  /**
   * Stores a new secret if the encrypted one still is `before`; the address of the user stays the same. Returns the token of
   * the address; undefined if the secret was replaced or the webhook removed meanwhile.
   */
  async renew(
    uid: string,
    before: string | undefined,
    secret: string,
    renewedAt: Date,
  ): Promise<string | undefined> {
    if (before === undefined) {
      const token = newId();
      const created = { _id: uid, token, secret, renewedAt };
      return (await isInserted(() => this.#model.create(created))) ? token : undefined;
    }
    const renewed = await this.#model
      .findOneAndUpdate({ _id: uid, secret: before }, { $set: { secret, renewedAt } })
      .lean<OptOutWebhookRecord>();
    return renewed?.token;
  }

  /** Returns webhooks whose encrypted secret begins with `prefix`. */
  sealedWith(prefix: string, limit: number): Promise<OptOutWebhookRecord[]> {
    return this.#model
      .find({ secret: { $gte: prefix, $lt: `${prefix}\uffff` } })
      .limit(limit)
      .lean<OptOutWebhookRecord[]>();
  }

  /** Replaces the encrypted secret if it still is `from`. */
  async reseal(uid: string, from: string, to: string): Promise<void> {
    await this.#model.updateOne({ _id: uid, secret: from }, { $set: { secret: to } });
  }

  /** Removes the webhook of a user; returns false if there is none. */
  async erase(uid: string): Promise<boolean> {
    return (await this.#model.deleteOne({ _id: uid })).deletedCount === 1;
  }
}
