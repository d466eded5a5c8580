import type { Model } from 'mongoose';
import { claimNext } from '#server/platform/lib/mongodb/due-records.ts';
import type { BillingAccount } from '#server/features/billing/billing-account-store.ts';

/** Schedules the checks whether the card of a live plan expires. */
export class CardCheckStore {
  readonly #model: Model<BillingAccount>;

  constructor(model: Model<BillingAccount>) {
    this.#model = model;
  }

  /** Claims an account with a live plan whose check is due; no other process can claim it before `until`. */
  claim(now: Date, until: Date): Promise<BillingAccount | undefined> {
    return claimNext(this.#model, {
      until,
      field: 'cardCheckAt',
      due: { $or: [{ cardCheckAt: { $exists: false } }, { cardCheckAt: { $lte: now } }] },
      where: { liveSubscriptionId: { $exists: true } },
    });
  }

  /** Sets the time of the next check of an account. */
  async next(uid: string, at: Date): Promise<void> {
    await this.#model.updateOne({ _id: uid }, { $set: { cardCheckAt: at } });
  }
}
