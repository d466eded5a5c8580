import { Schema, type Connection, type Model, type QueryFilter, type UpdateQuery } from 'mongoose';
import type { AutoPurchaseStop } from '#shared/schemas/billing/auto-purchase.ts';
import { claimNext } from '#server/platform/lib/mongodb/due-records.ts';

/** An order that is written before its card is charged; `n` is part of its key, and never repeats. */
interface AutoOrder {
  n: number;
  credits: number;
  cardId: string;
  /** The settings that it was made from: those of an earlier revision are not charged. */
  revision: number;
  /** How often it was claimed. */
  tries: number;
  /** Set once the automatic purchase is off because of it: the mail is left to be queued. */
  stopped?: AutoPurchaseStop | undefined;
}

/** What a user set. */
export interface AutoPurchaseSettings {
  threshold: number;
  credits: number;
  maxPerMonth: number;
  cardId: string;
}

/** The automatic purchase of a user. */
export interface AutoPurchase extends AutoPurchaseSettings {
  /** The user's uid. */
  _id: string;
  streamId: string;
  /** Present while it is on. */
  onSince?: Date | undefined;
  /** Counts the changes of the settings, and of whether it is on. */
  revision: number;
  /** The number of the latest order. */
  n: number;
  /** The month of the latest order, and how many of its orders were paid or may be. */
  month: string;
  bought: number;
  /** The only order that is under way. */
  order?: AutoOrder | undefined;
  /** When the order is due to be carried out. */
  dueAt?: Date | undefined;
  /** Why it was turned off, unless the user did. */
  stopped?: AutoPurchaseStop | undefined;
  /** The version of the credit stream at the last check; -1 where one is wanted. */
  version: number;
}

/** An automatic purchase with an order. */
export type AutoPurchaseWithOrder = AutoPurchase & { order: AutoOrder };

/** The `billing_auto_purchases` collection. */
export function createAutoPurchaseModel(connection: Connection): Model<AutoPurchase> {
  const order = new Schema<AutoOrder>(
    {
      n: { type: Number, required: true },
      credits: { type: Number, required: true },
      cardId: { type: String, required: true },
      revision: { type: Number, required: true },
      tries: { type: Number, required: true },
      stopped: String,
    },
    { _id: false },
  );
  const schema = new Schema<AutoPurchase>(
    {
      _id: String,
      streamId: { type: String, required: true },
      threshold: { type: Number, required: true },
      credits: { type: Number, required: true },
      maxPerMonth: { type: Number, required: true },
      cardId: { type: String, required: true },
      onSince: Date,
      revision: { type: Number, required: true },
      n: { type: Number, required: true },
      month: { type: String, required: true },
      bought: { type: Number, required: true },
      order,
      dueAt: Date,
      stopped: String,
      version: { type: Number, required: true },
    },
    { collection: 'billing_auto_purchases', autoIndex: false, versionKey: false },
  );
  schema.index({ streamId: 1 }, { partialFilterExpression: { onSince: { $exists: true } } });
  schema.index({ dueAt: 1 }, { partialFilterExpression: { dueAt: { $exists: true } } });
  return connection.model<AutoPurchase>('BillingAutoPurchase', schema);
}

/** Stores the automatic purchases. Every update is a compare-and-set, so that of two concurrent ones only one applies. */
export class AutoPurchaseStore {
  readonly #model: Model<AutoPurchase>;

  constructor(model: Model<AutoPurchase>) {
    this.#model = model;
  }

  async byUid(uid: string): Promise<AutoPurchase | undefined> {
    return (await this.#model.findById(uid).lean()) ?? undefined;
  }

  /** Turns it on with these settings. What was ordered with others is not charged any more, unless it was before. */
  async turnOn(uid: string, streamId: string, settings: AutoPurchaseSettings, onSince: Date): Promise<void> {
    await this.#model.updateOne(
      { _id: uid },
      {
        $set: { ...settings, streamId, onSince, version: -1 },
        $unset: { stopped: 1 },
        $setOnInsert: { n: 0, month: '', bought: 0 },
        $inc: { revision: 1 },
      },
      { upsert: true },
    );
  }

  /** Turns it off; the settings stay. */
  async turnOff(uid: string): Promise<void> {
    await this.#model.updateOne({ _id: uid }, { $unset: { onSince: 1, stopped: 1 }, $inc: { revision: 1 } });
  }

  /** Returns those that are on, in the order of their streams, from the one after `streamId`. */
  async watched(streamId: string, limit: number): Promise<AutoPurchase[]> {
    return this.#model
      .find({ streamId: { $gt: streamId }, onSince: { $exists: true } })
      .sort({ streamId: 1 })
      .limit(limit)
      .lean();
  }

  /** Stores that a check found nothing to do; no-op if anything has changed since it was read. */
  async checked({ _id, revision, n }: AutoPurchase, version: number): Promise<void> {
    await this.#model.updateOne({ _id, revision, n }, { $set: { version } });
  }

  /** Orders a pack, unless one is ordered already or anything has changed since it was read. */
  async order(read: AutoPurchase, month: string, dueAt: Date): Promise<void> {
    const { _id, revision, credits, cardId, n, bought } = read;
    // A clock that is behind may still be in the month before.
    const isCounted = month <= read.month;
    await this.#model.updateOne(
      { _id, revision, n, order: { $exists: false }, onSince: { $exists: true } },
      {
        $set: {
          n: n + 1,
          month: isCounted ? read.month : month,
          bought: (isCounted ? bought : 0) + 1,
          order: { n: n + 1, credits, cardId, revision, tries: 0 },
          dueAt,
        },
      },
    );
  }

  /** Claims an order that is due, the longest due first; no other process can claim it before `until`. */
  async claim(now: Date, until: Date): Promise<AutoPurchaseWithOrder | undefined> {
    const claimed = await claimNext(this.#model, { now, until, inc: { 'order.tries': 1 } });
    return claimed as AutoPurchaseWithOrder | undefined;
  }

  /** Prolongs a claim right before the card is charged. Returns false if it was changed or claimed again meanwhile. */
  async confirm(
    { _id, order: { n, tries, revision } }: AutoPurchaseWithOrder,
    until: Date,
  ): Promise<boolean> {
    const { matchedCount } = await this.#model.updateOne(
      { _id, revision, onSince: { $exists: true }, 'order.n': n, 'order.tries': tries },
      { $set: { dueAt: until } },
    );
    return matchedCount === 1;
  }

  /** Ends an order that was paid, or whose end the user was told. */
  async finish(ordered: AutoPurchaseWithOrder): Promise<void> {
    await this.#change(ordered, {}, { $unset: { order: 1, dueAt: 1 } });
  }

  /** Gives up an order that was not paid. `version`: that of the credits, where another one is to wait for a change of them. */
  async cancel(ordered: AutoPurchaseWithOrder, version = -1): Promise<void> {
    await this.#change(
      ordered,
      { 'order.stopped': { $exists: false } },
      { $set: { version }, $unset: { order: 1, dueAt: 1 }, $inc: { bought: -1 } },
    );
  }

  /**
   * Turns it off because of an order that was not paid; the order stays until `finish`. Returns false if the settings have
   * changed since the order.
   */
  async stop(ordered: AutoPurchaseWithOrder, reason: AutoPurchaseStop): Promise<boolean> {
    return this.#change(
      ordered,
      { revision: ordered.order.revision, 'order.stopped': { $exists: false } },
      {
        $set: { stopped: reason, 'order.stopped': reason },
        $unset: { onSince: 1 },
        $inc: { bought: -1 },
      },
    );
  }

  async erase(uid: string): Promise<void> {
    await this.#model.deleteOne({ _id: uid });
  }

  async #change(
    { _id, order: { n } }: AutoPurchaseWithOrder,
    where: QueryFilter<AutoPurchase>,
    changes: UpdateQuery<AutoPurchase>,
  ): Promise<boolean> {
    return (await this.#model.updateOne({ _id, 'order.n': n, ...where }, changes)).matchedCount === 1;
  }
}
