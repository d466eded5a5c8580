import { Schema, type Connection, type Model } from 'mongoose';
import { claimNext } from '#server/platform/lib/mongodb/due-records.ts';
import { isInserted } from '#server/platform/lib/mongodb/mongo-errors.ts';
import type { BillingNotice } from './billing-notice.ts';

/** A mail about billing. It is kept after it was sent, so that the same effect never queues it again. */
export interface BillingMail {
  /** Names the effect, for example `plan_started:<invoice>`. */
  _id: string;
  uid: string;
  notice: BillingNotice;
  at: Date;
  /** When it is due next; absent once it is sent or abandoned. */
  dueAt?: Date | undefined;
}

/** The `billing_mails` collection. */
export function createBillingMailModel(connection: Connection): Model<BillingMail> {
  const schema = new Schema<BillingMail>(
    {
      _id: String,
      uid: { type: String, required: true },
      notice: { type: Schema.Types.Mixed, required: true },
      at: { type: Date, required: true },
      dueAt: Date,
    },
    { collection: 'billing_mails', autoIndex: false, versionKey: false },
  );
  schema.index({ uid: 1 });
  schema.index({ dueAt: 1 }, { partialFilterExpression: { dueAt: { $exists: true } } });
  return connection.model<BillingMail>('BillingMail', schema);
}

/** The outbox of billing mails: one mail per key, claimed with a lease. */
export class BillingMailStore {
  readonly #model: Model<BillingMail>;

  constructor(model: Model<BillingMail>) {
    this.#model = model;
  }

  /** Queues a mail. No-op if one with its id was queued before, sent or not. */
  async add(mail: BillingMail): Promise<void> {
    await isInserted(() => this.#model.create(mail));
  }

  /** Claims a due mail, the longest due first; no other process can claim it before `until`. */
  claim(now: Date, until: Date): Promise<BillingMail | undefined> {
    return claimNext(this.#model, { now, until });
  }

  /** Marks a mail as sent or abandoned. */
  async close(id: string): Promise<void> {
    await this.#model.updateOne({ _id: id }, { $unset: { dueAt: 1 } });
  }

  /** Removes the mails of a user, sent or not. */
  async erase(uid: string): Promise<void> {
    await this.#model.deleteMany({ uid });
  }
}
