import type { Model } from 'mongoose';
import type { PlanId } from '#shared/plans.ts';
import type { BillingAccount, Checkout } from './billing-account-model.ts';

/** Users as customers. Every change says what it expects to find, so that two at once cannot both win. */
export class BillingAccountStore {
  readonly #model: Model<BillingAccount>;

  constructor(model: Model<BillingAccount>) {
    this.#model = model;
  }

  async byUid(uid: string): Promise<BillingAccount | undefined> {
    return (await this.#model.findById(uid).lean()) ?? undefined;
  }

  async uidOf(customerId: string): Promise<string | undefined> {
    return (await this.#model.findOne({ customerId }, { _id: 1 }).lean())?._id;
  }

  /** Remembers a user's customer unless there is one already; answers the one that counts. */
  async saveCustomerId(uid: string, customerId: string): Promise<string> {
    await this.#model.updateOne({ _id: uid }, {}, { upsert: true });
    await this.#model.updateOne({ _id: uid, customerId: { $exists: false } }, { $set: { customerId } });
    return (await this.byUid(uid))?.customerId ?? customerId;
  }

  /**
   * Makes checkout `n + 1` the current one. Nothing happens unless `n` (0: none) still is, nor where `max` checkouts were
   * begun after `since`.
   */
  async beginCheckout(
    uid: string,
    n: number,
    plan: PlanId,
    { max, since, now }: { max: number; since: Date; now: Date },
  ): Promise<void> {
    const current = n === 0 ? { checkout: { $exists: false } } : { 'checkout.n': n };
    // The array keeps the last `max` of them, so where it is full the first tells whether they all are recent.
    const full = {
      [`recentCheckouts.${String(max - 1)}`]: { $exists: true },
      'recentCheckouts.0': { $gt: since },
    };
    await this.#model.updateOne(
      { _id: uid, ...current, $nor: [full] },
      {
        $set: { checkout: { n: n + 1, plan } },
        $push: { recentCheckouts: { $each: [now], $slice: -max } },
      },
    );
  }

  /** Notes what the provider made for checkout `n`; nothing happens unless it still is the current one. */
  async saveCheckoutIds(uid: string, n: number, ids: Required<Omit<Checkout, 'n' | 'plan'>>): Promise<void> {
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

  /** Makes a subscription the user's live one. False where another one is: only one first invoice is ever granted. */
  async claimLive(uid: string, subscriptionId: string): Promise<boolean> {
    const free = {
      $or: [{ liveSubscriptionId: { $exists: false } }, { liveSubscriptionId: subscriptionId }],
    };
    const { matchedCount } = await this.#model.updateOne(
      { _id: uid, ...free },
      { $set: { liveSubscriptionId: subscriptionId } },
    );
    return matchedCount === 1;
  }

  /** A subscription has ended; nothing happens unless it was the live one. */
  async releaseLive(uid: string, subscriptionId: string): Promise<void> {
    await this.#model.updateOne(
      { _id: uid, liveSubscriptionId: subscriptionId },
      { $unset: { liveSubscriptionId: 1 } },
    );
  }
}
