import type { Model } from 'mongoose';
import type { BillingAccount } from '#server/features/billing/billing-account-store.ts';

/** How many ids of removed cards are kept: far more than a customer can have at once. */
const MAX_REMOVED = 200;

/** What a decision about cards was based on; it holds only while the account is still like that. */
export type CardsState = Pick<BillingAccount, '_id' | 'cardsRevision' | 'liveSubscriptionId'>;

/** Stores which cards users removed, in their billing accounts. */
export class RemovedCardStore {
  readonly #model: Model<BillingAccount>;

  constructor(model: Model<BillingAccount>) {
    this.#model = model;
  }

  /**
   * Marks cards as removed, to be detached at the provider at `dueAt` at the latest. Returns false, without effect, if the
   * removed cards or the live subscription are not as in `state` any more.
   */
  async mark(state: CardsState, cardIds: readonly string[], dueAt: Date): Promise<boolean> {
    const { modifiedCount } = await this.#model.updateOne(
      {
        _id: state._id,
        closed: { $exists: false },
        cardsRevision: state.cardsRevision ?? { $exists: false },
        liveSubscriptionId: state.liveSubscriptionId ?? { $exists: false },
      },
      {
        $push: { removedCards: { $each: cardIds, $slice: -MAX_REMOVED } },
        $inc: { cardsRevision: 1 },
        $set: { cardsDueAt: dueAt },
      },
    );
    return modifiedCount === 1;
  }

  /** Returns the uids of accounts with removed cards that are due at `now`, the one longest due first. */
  async due(now: Date, limit: number): Promise<string[]> {
    const accounts = await this.#model
      .find({ cardsDueAt: { $lte: now } }, { _id: 1 })
      .sort({ cardsDueAt: 1 })
      .limit(limit)
      .lean();
    return accounts.map(({ _id }) => _id);
  }

  /** Marks all cards removed up to `revision` as detached at the provider. No-op if there are others by now. */
  async markDetached(uid: string, revision: number): Promise<void> {
    await this.#model.updateOne({ _id: uid, cardsRevision: revision }, { $unset: { cardsDueAt: 1 } });
  }
}
