import type { QueryFilter } from 'mongoose';
import type { StoredStatus } from '#shared/campaign-lifecycle.ts';
import type { CampaignDocument, CampaignModel } from '#server/features/campaigns/stores/campaign-model.ts';

/** A campaign that an account cannot be closed with. */
export type BusyCampaign = Pick<CampaignDocument, '_id' | 'name' | 'status'>;

/** A campaign to erase. */
export type OwnedCampaign = Pick<CampaignDocument, '_id' | 'status'>;

const BUSY: StoredStatus[] = ['Sending', 'Paused', 'Preparing'];
const LIVE: StoredStatus[] = ['Scheduled', 'Sending', 'Paused', 'Success', 'Failed', 'Preparing', 'Deleting'];

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

/** Finds, marks and erases the campaigns of closed accounts, and the contacts of campaigns that are old. */
export class ErasureStore {
  readonly #model: CampaignModel;

  constructor(model: CampaignModel) {
    this.#model = model;
  }

  /** Returns a user's campaigns that are Sending, Paused or being prepared, up to `limit` of each kind. */
  async listBusy(userId: string, limit: number): Promise<BusyCampaign[]> {
    const fields = { name: 1, status: 1 };
    const [byStatus, prepared] = await Promise.all([
      this.#model
        .find({ userId, status: { $in: BUSY } }, fields)
        .limit(limit)
        .lean<BusyCampaign[]>(),
      // Of all users, there are few at a time.
      this.#model
        .find({ userId, 'preparing.leaseUntil': { $gt: new Date(0) } }, fields)
        .hint({ 'preparing.leaseUntil': 1 })
        .limit(limit)
        .lean<BusyCampaign[]>(),
    ]);
    const known = new Set(byStatus.map(({ _id }) => _id));
    return [...byStatus, ...prepared.filter(({ _id }) => !known.has(_id))];
  }

  /** Returns how many of a user's campaigns are Scheduled. */
  countScheduled(userId: string): Promise<number> {
    return this.#model.countDocuments({ userId, status: 'Scheduled' });
  }

  /** Yields a user's campaigns that are not deleted; they may change meanwhile. */
  streamLive(userId: string): AsyncIterable<OwnedCampaign> {
    return this.#model
      .find({ userId, status: { $in: LIVE } }, { status: 1 })
      .lean<OwnedCampaign[]>()
      .cursor();
  }

  /** Returns up to `limit` deleted campaigns of a user that no stale worker may still write contacts for. */
  listTombstones(userId: string, limit: number): Promise<string[]> {
    return this.#idsOf(
      this.#model
        .find({ userId, status: 'Deleted', resweepAt: { $exists: false } }, { _id: 1 })
        .limit(limit)
        .lean<{ _id: string }[]>(),
    );
  }

  /** Erases deleted campaigns. */
  async eraseTombstones(ids: readonly string[]): Promise<void> {
    await this.#model.deleteMany({ _id: { $in: [...ids] }, status: 'Deleted' });
  }

  /** Whether a user has a campaign left, deleted ones included. */
  async hasAny(userId: string): Promise<boolean> {
    return (await this.#model.exists({ userId })) !== null;
  }

  /** Returns up to `limit` campaigns that finished by `until` and have their contacts, oldest first. */
  listOld(until: Date, limit: number): Promise<string[]> {
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
  async markOld(
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
  async markErased(campaignId: string): Promise<void> {
    await this.#model.updateOne({ _id: campaignId }, { $unset: { erasingContacts: 1 } });
  }

  async #idsOf(found: PromiseLike<{ _id: string }[]>): Promise<string[]> {
    return (await found).map(({ _id }) => _id);
  }
}
