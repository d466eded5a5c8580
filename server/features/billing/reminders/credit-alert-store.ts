import { Schema, type Connection, type Model } from 'mongoose';

/** The reminder of a user about low credits. */
export interface CreditAlert {
  /** The user's uid. */
  _id: string;
  streamId: string;
  /** A mail is sent once the available credits are below this; absent while the reminder is off. */
  threshold?: number | undefined;
  /** Whether the credits have been at or above the threshold since the last mail. */
  armed: boolean;
  /** Counts mails and changes of the threshold; part of the key of the next mail. */
  n: number;
  /** When the last mail was queued; absent since the threshold was changed. */
  mailedAt?: Date | undefined;
  /** The version of the credit stream that was checked last. */
  version: number;
}

/** The `billing_credit_alerts` collection. */
export function createCreditAlertModel(connection: Connection): Model<CreditAlert> {
  const schema = new Schema<CreditAlert>(
    {
      _id: String,
      streamId: { type: String, required: true },
      threshold: Number,
      armed: { type: Boolean, required: true },
      n: { type: Number, required: true },
      mailedAt: Date,
      version: { type: Number, required: true },
    },
    { collection: 'billing_credit_alerts', autoIndex: false, versionKey: false },
  );
  schema.index({ streamId: 1 }, { partialFilterExpression: { threshold: { $exists: true } } });
  return connection.model<CreditAlert>('BillingCreditAlert', schema);
}

/** Stores the reminders about low credits. */
export class CreditAlertStore {
  readonly #model: Model<CreditAlert>;

  constructor(model: Model<CreditAlert>) {
    this.#model = model;
  }

  async byUid(uid: string): Promise<CreditAlert | undefined> {
    return (await this.#model.findById(uid).lean()) ?? undefined;
  }

  /** Sets or, without a threshold, removes the reminder of a user. The record stays, as `n` must never repeat. */
  async set(
    uid: string,
    { threshold, ...state }: Omit<CreditAlert, '_id' | 'n' | 'mailedAt'>,
  ): Promise<void> {
    const change =
      threshold === undefined
        ? { $set: state, $unset: { threshold: 1, mailedAt: 1 } }
        : { $set: { ...state, threshold }, $unset: { mailedAt: 1 } };
    await this.#model.updateOne({ _id: uid }, { ...change, $inc: { n: 1 } }, { upsert: true });
  }

  /** Returns reminders that are on, in the order of their streams, from the one after `streamId`. */
  async watched(streamId: string, limit: number): Promise<CreditAlert[]> {
    return this.#model
      .find({ streamId: { $gt: streamId }, threshold: { $exists: true } })
      .sort({ streamId: 1 })
      .limit(limit)
      .lean();
  }

  /** Stores the result of a check; no-op if the reminder has changed since it was read. */
  async checked(
    { _id, n, armed }: CreditAlert,
    result: Pick<CreditAlert, 'n' | 'armed' | 'version' | 'mailedAt'>,
  ): Promise<void> {
    await this.#model.updateOne({ _id, n, armed }, { $set: result });
  }

  async erase(uid: string): Promise<void> {
    await this.#model.deleteOne({ _id: uid });
  }
}
