import { Schema, type Connection, type Model } from 'mongoose';
import type { PlanId } from '#shared/plans.ts';
import type { BusinessDetails } from '#shared/schemas/calling/business-details.ts';

/**
 * A user's only checkout. `n` counts checkouts and is part of the idempotency keys sent to the payment provider; the
 * ids are set once the provider has responded.
 */
export interface Checkout {
  n: number;
  plan: PlanId;
  /** The `detailsRevision` of the account that its invoice shows. */
  detailsRevision?: number | undefined;
  subscriptionId?: string | undefined;
  invoiceId?: string | undefined;
  intentId?: string | undefined;
}

/** The billing data of a user. */
export interface BillingAccount {
  /** The user's uid. */
  _id: string;
  customerId?: string | undefined;
  /** Earlier customers, which the provider no longer has; events about their invoices may still come. */
  formerCustomerIds?: string[] | undefined;
  checkout?: Checkout | undefined;
  /** Start times of the latest checkouts, oldest first. Each one is a subscription at the provider. */
  recentCheckouts?: Date[] | undefined;
  /** The only subscription whose first invoice was granted and that has not ended. */
  liveSubscriptionId?: string | undefined;
  /** What a business wants on its invoices. */
  business?: (BusinessDetails & { taxIdRefused?: boolean | undefined }) | undefined;
  /** Counts the changes of name, address and business details. */
  detailsRevision?: number | undefined;
  /** When the provider is to be told the name and address; absent once it has been. */
  detailsDueAt?: Date | undefined;
  /** Ids of cards that the user removed, the latest last: whether or not the provider knows it yet, they are gone. */
  removedCards?: string[] | undefined;
  /** Counts the changes of `removedCards`; for optimistic concurrency. */
  cardsRevision?: number | undefined;
  /** When removed cards are due to be detached at the provider; absent once they are. */
  cardsDueAt?: Date | undefined;
  /** When its card is checked next, while it has a live plan; absent before the first check. */
  cardCheckAt?: Date | undefined;
  /** Set when the account is erased: nothing more is sold to it, and whatever is paid later is refunded. */
  closed?: { streamId: string; at: Date } | undefined;
}

/** Whether a customer is or was that of an account. */
export function isCustomerOf(account: BillingAccount | undefined, customerId: string): boolean {
  return account?.customerId === customerId || account?.formerCustomerIds?.includes(customerId) === true;
}

/** Accounts that may buy. */
const OPEN = { closed: { $exists: false } } as const;

export function createBillingAccountModel(connection: Connection): Model<BillingAccount> {
  const checkout = new Schema<Checkout>(
    {
      n: { type: Number, required: true },
      plan: { type: String, required: true },
      detailsRevision: Number,
      subscriptionId: String,
      invoiceId: String,
      intentId: String,
    },
    { _id: false },
  );
  const schema = new Schema<BillingAccount>(
    {
      _id: String,
      customerId: String,
      formerCustomerIds: { type: [String], default: undefined },
      checkout,
      recentCheckouts: { type: [Date], default: undefined },
      liveSubscriptionId: String,
      business: Schema.Types.Mixed,
      detailsRevision: Number,
      detailsDueAt: Date,
      removedCards: { type: [String], default: undefined },
      cardsRevision: Number,
      cardsDueAt: Date,
      cardCheckAt: Date,
      closed: new Schema({ streamId: { type: String, required: true }, at: Date }, { _id: false }),
    },
    { collection: 'billing_accounts', autoIndex: false, versionKey: false },
  );
  // A partial index on `$exists` serves equality lookups; one on the field's type would not.
  schema.index(
    { customerId: 1 },
    { name: 'customer', unique: true, partialFilterExpression: { customerId: { $exists: true } } },
  );
  schema.index(
    { formerCustomerIds: 1 },
    { name: 'former-customer', partialFilterExpression: { formerCustomerIds: { $exists: true } } },
  );
  schema.index(
    { detailsDueAt: 1 },
    { name: 'details-due', partialFilterExpression: { detailsDueAt: { $exists: true } } },
  );
  schema.index(
    { cardsDueAt: 1 },
    { name: 'cards-due', partialFilterExpression: { cardsDueAt: { $exists: true } } },
  );
  schema.index(
    { cardCheckAt: 1 },
    { name: 'card-check', partialFilterExpression: { liveSubscriptionId: { $exists: true } } },
  );
  return connection.model<BillingAccount>('BillingAccount', schema);
}

/**
 * Stores the billing data of users. Every update is a compare-and-set, so that of two concurrent ones only one
 * applies.
 */
export class BillingAccountStore {
  readonly #model: Model<BillingAccount>;

  constructor(model: Model<BillingAccount>) {
    this.#model = model;
  }

  async byUid(uid: string): Promise<BillingAccount | undefined> {
    return (await this.#model.findById(uid).lean()) ?? undefined;
  }

  /** Returns the user of a customer, also of a former one. */
  async uidOf(customerId: string): Promise<string | undefined> {
    const account =
      (await this.#model.findOne({ customerId }, { _id: 1 }).lean()) ??
      (await this.#model.findOne({ formerCustomerIds: customerId }, { _id: 1 }).lean());
    return account?._id;
  }

  /** Stores the customer id of a user unless one is stored already. Returns the stored id. */
  async saveCustomerId(uid: string, customerId: string): Promise<string> {
    await this.#model.updateOne({ _id: uid }, {}, { upsert: true });
    await this.#model.updateOne({ _id: uid, customerId: { $exists: false } }, { $set: { customerId } });
    return (await this.byUid(uid))?.customerId ?? customerId;
  }

  /**
   * Replaces customer `gone`, which the provider no longer has, unless it was replaced before. The open checkout begins
   * anew with the new customer, whose details are due at `now`. Returns the stored id.
   */
  async replaceCustomer(uid: string, gone: string, customerId: string, now: Date): Promise<string> {
    await this.#model.updateOne(
      { _id: uid, customerId: gone },
      {
        $set: { customerId, detailsDueAt: now },
        $addToSet: { formerCustomerIds: gone },
        $unset: { 'checkout.subscriptionId': 1, 'checkout.invoiceId': 1, 'checkout.intentId': 1 },
      },
    );
    return (await this.byUid(uid))?.customerId ?? customerId;
  }

  /**
   * Notes that the provider is to be told the name and address of a user from `dueAt` on. Returns whether it has a customer
   * to be told of.
   */
  async detailsChanged(uid: string, dueAt: Date): Promise<boolean> {
    const { matchedCount } = await this.#model.updateOne(
      { _id: uid, customerId: { $exists: true } },
      { $inc: { detailsRevision: 1 }, $set: { detailsDueAt: dueAt } },
    );
    return matchedCount === 1;
  }

  /** Returns accounts whose details are due at `now`, the one longest due first. */
  async detailsDue(now: Date, limit: number): Promise<BillingAccount[]> {
    return this.#model
      .find({ detailsDueAt: { $lte: now } })
      .sort({ detailsDueAt: 1 })
      .limit(limit)
      .lean();
  }

  /** Notes that the provider was told revision `revision`; if there is another by now, it is due at once. */
  async detailsSent(uid: string, revision: number, now: Date): Promise<void> {
    const { matchedCount } = await this.#model.updateOne(
      { _id: uid, detailsRevision: revision },
      { $unset: { detailsDueAt: 1 } },
    );
    if (matchedCount === 0) await this.#model.updateOne({ _id: uid }, { $set: { detailsDueAt: now } });
  }

  /**
   * Replaces checkout `n` (0: none) by checkout `n + 1`. No-op unless `n` is still the current checkout, or if `max`
   * checkouts were started after `since`. `detailsRevision`: of the details that its invoice will show.
   */
  async beginCheckout(
    uid: string,
    n: number,
    plan: PlanId,
    quota: { max: number; since: Date; now: Date },
    detailsRevision?: number,
  ): Promise<void> {
    const { max, since, now } = quota;
    const current = n === 0 ? { checkout: { $exists: false } } : { 'checkout.n': n };
    // The array holds the last `max` start times: if it is full, its first entry shows whether all of them are
    // recent.
    const full = {
      [`recentCheckouts.${String(max - 1)}`]: { $exists: true },
      'recentCheckouts.0': { $gt: since },
    };
    await this.#model.updateOne(
      { _id: uid, ...OPEN, ...current, $nor: [full] },
      {
        $set: { checkout: { n: n + 1, plan, ...(detailsRevision !== undefined && { detailsRevision }) } },
        $push: { recentCheckouts: { $each: [now], $slice: -max } },
      },
    );
  }

  /** Stores the provider ids of checkout `n`. No-op unless it is still the current checkout. */
  async saveCheckoutIds(
    uid: string,
    n: number,
    ids: Required<Pick<Checkout, 'subscriptionId' | 'invoiceId' | 'intentId'>>,
  ): Promise<void> {
    const { subscriptionId, invoiceId, intentId } = ids;
    await this.#model.updateOne(
      { _id: uid, 'checkout.n': n },
      {
        $set: {
          'checkout.subscriptionId': subscriptionId,
          'checkout.invoiceId': invoiceId,
          'checkout.intentId': intentId,
        },
      },
    );
  }

  /**
   * Elects a subscription as the user's live one. Returns false if another one is live, as only one first invoice is
   * granted, or if the account is closed.
   */
  async claimLive(uid: string, subscriptionId: string): Promise<boolean> {
    const free = {
      $or: [{ liveSubscriptionId: { $exists: false } }, { liveSubscriptionId: subscriptionId }],
    };
    const { matchedCount } = await this.#model.updateOne(
      { _id: uid, ...OPEN, ...free },
      { $set: { liveSubscriptionId: subscriptionId } },
    );
    return matchedCount === 1;
  }

  /** Closes an account, also one without billing data, and returns it. Repeatable. */
  async close(uid: string, streamId: string, at: Date): Promise<BillingAccount | undefined> {
    await this.#model.updateOne({ _id: uid }, {}, { upsert: true });
    await this.#model.updateOne({ _id: uid, ...OPEN }, { $set: { closed: { streamId, at } } });
    return this.byUid(uid);
  }

  /** Removes what a closed account does not need any more; its customer id stays. */
  async eraseCheckouts(uid: string): Promise<void> {
    await this.#model.updateOne(
      { _id: uid, closed: { $exists: true } },
      {
        $unset: {
          checkout: 1,
          recentCheckouts: 1,
          liveSubscriptionId: 1,
          business: 1,
          detailsRevision: 1,
          detailsDueAt: 1,
          removedCards: 1,
          cardsRevision: 1,
          cardsDueAt: 1,
          cardCheckAt: 1,
        },
      },
    );
  }

  /** Clears the live subscription when it has ended. No-op for any other subscription. */
  async clearLive(uid: string, subscriptionId: string): Promise<void> {
    await this.#model.updateOne(
      { _id: uid, liveSubscriptionId: subscriptionId },
      { $unset: { liveSubscriptionId: 1 } },
    );
  }
}
