import type { QueryFilter } from 'mongoose';
import type { CampaignDocument, CampaignModel } from '#server/features/campaigns/stores/campaign-model.ts';

/** Selects the campaigns whose contacts are due to be erased: final since `until`, and not about to be retried. */
function dueSince(until: Date): QueryFilter<CampaignDocument> {
  return {
    status: { $in: ['Success', 'Failed'] },
    contactsErasedAt: null,
    finishedAt: { $lte: until },
    preparing: { $exists: false },
    resweepAt: { $exists: false },
  };
}

/** Finds and marks the campaigns whose contacts are erased because they are old. */
export class ContactRetentionStore {
  readonly #model: CampaignModel;

  constructor(model: CampaignModel) {
    this.#model = model;
  }

  /** Returns up to `limit` campaigns that finished by `until` and have their contacts, oldest first. */
  listDue(until: Date, limit: number): Promise<string[]> {
    return this.#idsOf(
      this.#model
        .find(dueSince(until), { _id: 1 })
        .sort({ finishedAt: 1 })
        .limit(limit)
        .lean<{ _id: string }[]>(),
    );
  }

  /**
   * Marks a campaign before its contacts are erased; from then on it can never be retried. Returns false if a retry
   * or another process was first.
   */
  async mark(
    campaignId: string,
    { until, at, days }: { until: Date; at: Date; days: number },
  ): Promise<boolean> {
    const { matchedCount } = await this.#model.updateOne(
      { _id: campaignId, ...dueSince(until) },
      { $set: { contactsErasedAt: at, contactsKeptDays: days, erasingContacts: true } },
    );
    return matchedCount === 1;
  }

  /** Returns up to `limit` marked campaigns that may have contacts left. */
  listErasing(limit: number): Promise<string[]> {
    return this.#idsOf(
      this.#model.find({ erasingContacts: true }, { _id: 1 }).limit(limit).lean<{ _id: string }[]>(),
    );
  }

  /** Records that no contact of a marked campaign is left. */
  async close(campaignId: string): Promise<void> {
    await this.#model.updateOne({ _id: campaignId }, { $unset: { erasingContacts: 1 } });
  }

  async #idsOf(found: PromiseLike<{ _id: string }[]>): Promise<string[]> {
    return (await found).map(({ _id }) => _id);
  }
}
